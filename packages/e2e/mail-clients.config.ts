import { defineConfig } from '@playwright/test'
import base from './journeys.config.ts'

/** The mail clients of many languages against the running product: `npm run test:languages -- mail-clients`. */
export default defineConfig({ ...base, testMatch: '**/mail-clients.spec.ts' })
