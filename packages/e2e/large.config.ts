import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

/** An inbox of a hundred thousand mails in a real browser: `npm run test:journey -- large`. */
export default defineConfig({ ...base, testMatch: '**/*.large.ts' })
