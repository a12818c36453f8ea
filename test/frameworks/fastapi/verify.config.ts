import { defineConfig } from '../../../generator/config.ts'

const url = process.env['SERVICE_URL'] ?? ''
const as = (username: string) => ({
  OAuth2PasswordBearer: {
    oauth: { username, password: `${username}-secret`, tokenUrl: `${url}/token` },
  },
})

export default defineConfig({
  document: `${url}/openapi.json`,
  output: 'unused',
  verify: {
    baseline: 'stock.yaml',
    identities: { main: as('ada'), other: as('eve') },
    skipOperations: ['log_in_token_post'],
  },
})
