import { afterEach, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { behind, challengeDoor, type Door, djangoDoor, oauthDoor, queryDoor, reached } from './doors.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project } from './project.ts'

afterEach(closeAll)

const ALL = ['GET /notes', 'POST /notes', 'GET /notes/{id}', 'DELETE /notes/{id}']

/** Runs all rules against the notes behind a door, and returns the operations that were reached. */
async function run(
  door: Door,
  { scheme, verify, args = [] }: { scheme: string; verify?: string; args?: readonly string[] },
) {
  const [name = ''] = scheme.split(':')
  const scopes = scheme.includes('clientCredentials') ? '[notes]' : '[]'
  const document = NOTES_DOCUMENT.replace(
    'components:',
    `security: [{ ${name}: ${scopes} }]\ncomponents:`,
  ).concat(`  securitySchemes:\n    ${scheme}\n`)
  const project = new Project(document)
  project.write(
    'concordat.config.ts',
    `export default { document: 'openapi.yaml', output: 'out', verify: { ${verify ?? ''} } }\n`,
  )
  const notes = new Notes()
  const { names, answer } = reached(notes.answer)
  const baseUrl = await listen(answering(behind(door, answer)))
  try {
    const ended = await project.concordat(['verify', baseUrl, '--skip-rule', 'authentication', ...args], {
      PASSWORD: 'pw-ada-4711',
      SECRET: 's3cret-4711',
    })
    return { ...ended, names: [...names], left: notes.notes.size }
  } finally {
    project.remove()
  }
}

test('a login with a token against forgery reaches everything, and no record has what it sets', async () => {
  const { names, left, stdout, stderr } = await run(djangoDoor(), {
    scheme: 'cookieAuth: { type: apiKey, in: cookie, name: sessionid }',
    verify:
      "identities: { main: { cookieAuth: { login: { url: '/accounts/login/', form: { username: 'ada', password: { env: 'PASSWORD' } } } } } }",
    args: ['--report', 'json=-'],
  })
  expect(names).toEqual(expect.arrayContaining(ALL))
  expect(left).toBe(0)
  for (const secret of ['s-ada-4711', 'csrf-second-4711', 'pw-ada-4711'])
    expect(stdout + stderr).not.toContain(secret)
})

test('a key in the query reaches everything with --key alone', async () => {
  const { names, left, stdout, stderr } = await run(queryDoor(), {
    scheme: 'keyAuth: { type: apiKey, in: query, name: api_key }',
    args: ['--key', 'q-key-4711'],
  })
  expect(names).toEqual(expect.arrayContaining(ALL))
  expect(left).toBe(0)
  expect(stdout + stderr).not.toContain('q-key-4711')
  expect(stderr).toContain('  keyAuth (query api_key)  given: the key  4 operations')
})

test('client credentials reach everything, also when tokens end on the way', async () => {
  const { names, left } = await run(oauthDoor({ lifetime: 20 }), {
    scheme:
      'app: { type: oauth2, flows: { clientCredentials: { tokenUrl: /oauth/token, scopes: { notes: all } } } }',
    verify: "identities: { main: { app: { oauth: { clientId: 'app', clientSecret: { env: 'SECRET' } } } } }",
  })
  expect(names).toEqual(expect.arrayContaining(ALL))
  expect(left).toBe(0)
})

describe('a server whose document says nothing of credentials', () => {
  const verify = async (door: Door, ...args: readonly string[]) => {
    const project = new Project(NOTES_DOCUMENT)
    const notes = new Notes()
    const { names, answer } = reached(notes.answer)
    const baseUrl = await listen(answering(behind(door, answer)))
    const command = ['verify', baseUrl, '--document', 'openapi.yaml', '--rule', 'conformance', ...args]
    const ended = await project.concordat(command).finally(() => project.remove())
    return { ...ended, names: [...names], left: notes.notes.size }
  }

  test('gets the key that it asks for', async () => {
    const headers = { authorization: `Basic ${btoa('ada:pw-4711')}` }
    const { names, left, stdout, stderr } = await verify(
      challengeDoor({ challenge: 'Basic realm="notes"', headers }),
      ...['--key', 'ada:pw-4711', '--report', 'json=-'],
    )
    expect(stderr).toContain('given: the key, in Authorization  every request')
    expect(names).toEqual(expect.arrayContaining(ALL))
    expect(left).toBe(0)
    expect(stdout + stderr).not.toContain('pw-4711')
    expect(stdout + stderr).not.toContain(btoa('ada:pw-4711'))
  })

  test('is told by the line that supplies what it asks for', async () => {
    const door = challengeDoor({ challenge: 'Basic realm="notes"', headers: { authorization: 'Basic x' } })
    const { status, stderr } = await verify(door, '--key', 'no-password')
    expect(status).toBe(2)
    expect(stderr).toContain('WWW-Authenticate: Basic  missing  perhaps needed  --key USER:PASSWORD')
    expect(stderr).toContain(
      'provide the credential that its "WWW-Authenticate: Basic" requires: --key USER:PASSWORD',
    )
  })

  test('shows the configured login as its credential', async () => {
    const django = djangoDoor()
    const door: Door = (request, body) => {
      const opened = django(request, body)
      return opened instanceof Response && opened.status === 403
        ? new Response(null, { status: 401 })
        : opened
    }
    const login = "url: '/accounts/login/', form: { username: 'ada', password: { env: 'PASSWORD' } }"
    const project = new Project(NOTES_DOCUMENT)
    project.write(
      'concordat.config.ts',
      `export default { document: 'openapi.yaml', output: 'out', verify: { identities: { main: { Session: { login: { ${login} } } } } } }\n`,
    )
    const baseUrl = await listen(answering(behind(door, new Notes().answer)))
    const { stderr } = await project
      .concordat(['verify', baseUrl, '--rule', 'conformance'], { PASSWORD: 'pw-ada-4711' })
      .finally(() => project.remove())
    expect(stderr).toContain('401 without WWW-Authenticate  given: the login Session  every request')
  })
})
