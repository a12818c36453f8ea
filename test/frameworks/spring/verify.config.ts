import { defineConfig } from '../../../generator/config.ts'

const url = process.env['SERVICE_URL'] ?? ''

export default defineConfig({
  document: `${url}/v3/api-docs`,
  output: 'unused',
  verify: { baseline: 'stock.yaml', identities: { main: { key: 'ada-key' }, other: { key: 'eve-key' } } },
})
