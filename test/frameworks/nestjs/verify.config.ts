import { defineConfig } from '../../../generator/config.ts'

const url = process.env['SERVICE_URL'] ?? ''

export default defineConfig({
  document: `${url}/openapi.json`,
  output: 'unused',
  verify: {
    baseline: 'stock.yaml',
    identities: { main: { bearer: 'ada-token' }, other: { bearer: 'eve-token' } },
  },
})
