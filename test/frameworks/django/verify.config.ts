import { defineConfig } from '../../../generator/config.ts'

const url = process.env['SERVICE_URL'] ?? ''

/** One CSRF token does for all users: it has to be the same in the cookie and in the header, and belongs to no session. */
const CSRF = 'a'.repeat(32)

/** Logs in. @returns the session's cookie, with that of the token behind it. */
const as = (username: string) => ({
  cookieAuth: async () => {
    const body = new URLSearchParams({ username, password: `${username}-secret` })
    const answer = await fetch(`${url}/login/`, { method: 'POST', body })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    const session = cookies.find((cookie) => cookie.startsWith('sessionid='))
    if (session === undefined) throw new Error(`"${username}" was not logged in: ${answer.status}.`)
    return session.slice('sessionid='.length)
  },
})

export default defineConfig({
  document: `${url}/schema/`,
  output: 'unused',
  verify: {
    baseline: 'stock.yaml',
    identities: { main: as('ada'), other: as('eve') },
    headers: { 'X-CSRFToken': CSRF, Cookie: `csrftoken=${CSRF}` },
  },
})
