import { defineConfig } from '../../../generator/config.ts'

const url = process.env['SERVICE_URL'] ?? ''
const as = (username: string) => ({
  cookieAuth: { login: { url: '/login/', form: { username, password: `${username}-secret` } } },
})

export default defineConfig({
  document: `${url}/schema/`,
  output: 'unused',
  verify: { baseline: 'stock.yaml', identities: { main: as('ada'), other: as('eve') } },
})
