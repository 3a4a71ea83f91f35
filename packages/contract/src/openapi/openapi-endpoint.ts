import { z } from 'zod'
import { defineEndpoint } from '../rules/endpoint.ts'

export const getOpenApi = defineEndpoint({
  call: 'GET /api/openapi.json',
  access: 'public',
  scope: 'any',
  summary: 'This API as OpenAPI 3.1: every call that a token can make.',
  reply: z.looseObject({ openapi: z.string() }),
})
