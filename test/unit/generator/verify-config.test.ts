import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { replayLine, shellCommandLine } from '@concordat/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readArguments } from '../../../generator/command-line/arguments.ts'
import { replayFlags, withoutSecrets } from '../../../generator/commands/verify/replay.ts'
import { buildTarget } from '../../../generator/commands/verify/settings/build-target.ts'
import { withEnvironment } from '../../../generator/commands/verify/settings/environment.ts'
import { withGivenSettings } from '../../../generator/commands/verify/settings/given.ts'
import { buildSettings } from '../../../generator/commands/verify/settings/settings.ts'
import type { IdentityConfig, VerifyConfig } from '../../../generator/config.ts'
import { readConfig } from '../../../generator/configuration/read-config.ts'
import { UsageError } from '../../../generator/errors/problem.ts'
import { configuredParameter } from '../../../runtime/contract/traffic/target/target.ts'
import { petDocument } from '../contract/pet/pet-document.ts'
import { answering, closeAll, listen } from '../contract/support/listen.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-verify-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  closeAll()
})

/** Settings of `concordat verify`. */
function verifyWith(...args: string[]) {
  const request = readArguments(['verify', 'http://a.test', ...args])
  if (request.ask !== 'command') throw new Error('The arguments ask for help.')
  return request
}

const build = (
  config: VerifyConfig,
  environment: Readonly<Record<string, string>> = {},
  baseUrl = 'http://a.test',
) => buildTarget(config, { document: petDocument, baseUrl, environment })

/** Returns the credential that results from the main identity's configuration. */
async function mainOf(
  credential: IdentityConfig[string],
  environment: Readonly<Record<string, string>> = {},
  baseUrl?: string,
): Promise<string> {
  const { credentials } = await build({ identities: { main: { PetKey: credential } } }, environment, baseUrl)
  const made = credentials?.['PetKey'] ?? ''
  const text = typeof made === 'function' ? await made({ scheme: 'PetKey' }) : made
  return typeof text === 'string' ? text : text.text
}

test('a header that is the credential of a scheme is that credential', async () => {
  const { credentials, headers } = await build({ headers: { authorization: 'Bearer k', 'X-Trace': '1' } })
  expect([credentials, headers]).toEqual([{ PetKey: 'k' }, { 'X-Trace': '1' }])
})

describe('the member "verify" of a configuration', () => {
  const write = (verify: string): string => {
    const file = join(folder, 'concordat.config.ts')
    writeFileSync(file, `export default { document: 'a.yaml', output: 'out', verify: ${verify} }\n`)
    return file
  }

  test('has paths relative to the file', async () => {
    const [config] = await readConfig(
      write("{ authFile: 'auth.yaml', baseline: 'known.yaml', tls: { certificate: 'c.pem', key: 'k.pem' } }"),
    )
    expect(config?.verify).toEqual({
      authFile: join(folder, 'auth.yaml'),
      baseline: join(folder, 'known.yaml'),
      tls: { certificate: join(folder, 'c.pem'), key: join(folder, 'k.pem') },
    })
  })

  test('names every wrong member at once', async () => {
    const file = write(`{
      rate: 0, timeout: '5', readOnly: 1, speed: 3, zzz: 4, skipRules: ['head', 5], undocumentedFields: 'maybe', headers: { 'X-A': 7 },
      expendable: { pets: ['1'] },
      tls: { certificate: 'c.pem' },
      identities: {
        main: { A: { login: { token: { pointer: 'token' } } }, B: 4 },
        scoped: { C: { env: 'KEY' } },
      },
    }`)
    const failure = await readConfig(file).catch((error: Error) => error.message)
    for (const message of [
      '"verify.rate" is not a number above 0.',
      '"verify.timeout" is not a whole number above 0.',
      '"verify.readOnly" is not true or false.',
      '"verify" has an unknown property "speed". Did you mean "seed"?',
      '"verify" has an unknown property "zzz". Expected: operations, paths, ',
      '"verify.undocumentedFields" is not "allow" or "report".',
      '"verify.skipRules[1]" is not a string.',
      '"verify.expendable" is not a list of strings.',
      '"verify.headers.X-A" is not a string or { env: "NAME" }.',
      '"verify.tls" needs both "certificate" and "key", or neither.',
      '"verify.identities.main.A.login" needs either "operation" or "url", not both.',
      '"verify.identities.main.A.login.token.pointer" is not a JSON Pointer, which must begin with "/".',
      '"verify.identities.main.B" is not a credential. Expected: ',
      '"verify.identities.scoped.C" is not a credential whose scopes can be chosen. Expected: ',
    ])
      expect(failure).toContain(message)
  })
})

describe('a credential is had', () => {
  test('as a value, from the environment, as user and password, from a command or a function', async () => {
    expect(await mainOf('key-1')).toBe('key-1')
    expect(await mainOf({ env: 'MY_KEY' }, { MY_KEY: 'key-2' })).toBe('key-2')
    expect(await mainOf({ username: 'me', password: { env: 'PW' } }, { PW: 's' })).toBe('me:s')
    expect(await mainOf({ command: 'echo key-3' })).toBe('key-3')
    expect(await mainOf(({ scheme }) => `key of ${scheme}`)).toBe('key of PetKey')
  })

  test('by a login with values of the environment', async () => {
    const asked: string[] = []
    const baseUrl = await listen(
      answering(async (request) => {
        asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
        return Response.json({ token: 'key-4' })
      }),
    )
    const token = { pointer: '/token' }
    const body = { user: 'me', password: { env: 'PW' } }
    expect(await mainOf({ login: { url: '/login', body, token } }, { PW: 's' }, baseUrl)).toBe('key-4')
    expect(
      await mainOf({ login: { operation: 'createPet', form: { user: 'me' }, token } }, {}, baseUrl),
    ).toBe('key-4')
    expect(asked).toEqual(['POST /login {"user":"me","password":"s"}', 'POST /pets user=me'])
  })

  test('with chosen scopes', async () => {
    const asked: string[] = []
    const baseUrl = await listen(
      answering(async (request) => {
        asked.push(await request.text())
        return Response.json({ token: 'key-5', access_token: 'key-6' })
      }),
    )
    const scopedWith = async (credential: IdentityConfig[string]) => {
      const { makeCredential } = await build({ identities: { scoped: { PetKey: credential } } }, {}, baseUrl)
      return makeCredential?.('PetKey', ['a', 'b'])
    }
    const login = {
      url: '/login',
      body: { scopes: '{scopes}', label: 'for {scopes}' },
      token: { pointer: '/token' },
    }
    expect(await scopedWith({ login })).toBe('key-5')
    expect(await scopedWith({ oauth: { clientId: 'app', tokenUrl: '/token' } })).toBe('key-6')
    expect(await scopedWith({ command: 'echo {scopes}' })).toBe('a,b')
    expect(await scopedWith(({ scopes }) => String(scopes?.length))).toBe('2')
    expect(asked).toEqual([
      '{"scopes":["a","b"],"label":"for a,b"}',
      'grant_type=client_credentials&scope=a+b&client_id=app',
    ])
  })

  test('or the run ends and says why', async () => {
    await expect(mainOf({ command: 'exit 3' })).rejects.toThrow(
      'The command of verify.identities.main.PetKey failed: ',
    )
    await expect(
      mainOf(() => {
        throw new Error('no vault')
      }),
    ).rejects.toThrow('The function verify.identities.main.PetKey failed: no vault')
    await expect(mainOf(() => '')).rejects.toThrow('did not return a credential')
  })
})

describe('what is missing', () => {
  test('is named at once', async () => {
    const login = { operation: 'readPet', token: { pointer: '/token' } }
    const failure = await build({
      identities: { main: { PetKey: { env: 'NO_KEY' } }, other: { PetKey: { login } } },
      headers: { 'X-Gate': { env: 'NO_GATE' } },
      tls: { authority: join(folder, 'none.pem') },
    }).catch((error: Error) => error.message)
    for (const message of [
      '"verify.identities.main.PetKey" refers to the environment variable "NO_KEY", which is not set or is empty.',
      '"verify.identities.other.PetKey.login.operation" has path parameters. Fix: set "url" instead.',
      '"verify.headers.X-Gate" refers to the environment variable "NO_GATE", which is not set or is empty.',
      `"verify.tls.authority": There is no file "${relative(process.cwd(), join(folder, 'none.pem'))}".`,
    ])
      expect(failure).toContain(message)
  })
})

describe('what goes before what', () => {
  test('the environment before the configuration before the authentication file', async () => {
    const authFile = join(folder, 'auth.yaml')
    const user = (name: string) =>
      `  - name: ${name}\n    fixedHeaders: [{ name: Authorization, value: Bearer ${name} }]\n`
    writeFileSync(authFile, `auth:\n${user('first')}${user('second')}`)
    expect(await build({ authFile })).toMatchObject({
      credentials: { PetKey: 'first' },
      otherCredentials: { PetKey: 'second' },
    })
    const config = { authFile, identities: { main: { PetKey: 'configured' } } }
    expect((await build(config)).credentials).toEqual({ PetKey: 'configured' })
    expect((await build(config, { CONCORDAT_KEY: 'set' })).credentials).toEqual({ PetKey: 'set' })
  })

  test('options before the environment before the configuration', async () => {
    const config: VerifyConfig = {
      ...{ seed: 'configured', budget: 5, grades: ['derived'], timeout: 7 },
      pathParameters: { project_id: '1', plan_id: '2' },
    }
    const environment = {
      ...{ CONCORDAT_SEED: 'set', CONCORDAT_BUDGET: 'exhaustive', CONCORDAT_GRADES: 'documented' },
      ...{ CONCORDAT_PATH_PROJECT_ID: '8', CONCORDAT_PATH_PLAN_ID: '9' },
    }
    const { given } = verifyWith('--seed', 'given', '--path-value', 'plan_id=3')
    const verify = withGivenSettings(withEnvironment(config, environment), given)
    expect(verify).toMatchObject({
      ...{ seed: 'given', budget: Number.POSITIVE_INFINITY, grades: ['documented'], timeout: 7 },
    })
    const target = await build(verify, environment)
    expect(configuredParameter(target, ['project_id'])).toBe('8')
    expect(configuredParameter(target, ['plan_id'])).toBe('3')
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(configuredParameter(target, [name])).toBeUndefined()
    expect(() => withEnvironment({}, { CONCORDAT_GRADES: 'guessed' })).toThrow(UsageError)
  })

  test('a wrong authentication file is named with all that is wrong', async () => {
    const authFile = join(folder, 'auth.yaml')
    writeFileSync(authFile, 'auth: [{ name: a }]\n')
    await expect(build({ authFile })).rejects.toThrow(
      /auth\.yaml" is not an authentication file of Web Fuzzing Commons:\n {2}auth\[0\] needs a header/,
    )
  })

  test('settings of operations go by any of their names, and what is unknown in them is named', async () => {
    const credentials = { PetKey: { env: 'PET_ADMIN' } }
    const timeout = 9
    const perOperation = { 'DELETE *': { rate: 2 }, deletePet: { timeout, credentials } }
    const { operations = {} } = await build({ perOperation }, { PET_ADMIN: 'secret' })
    expect(operations['deletePet']).toEqual({ timeoutMs: 9, credentials: { PetKey: 'secret' } })
    expect(Object.values(operations)).toContainEqual({ rate: 2 })
    expect(operations['listPets']).toBeUndefined()
    await expect(build({ perOperation: { deletePet: { credentials: { Other: 'a' } } } })).rejects.toThrow(
      '"verify.perOperation.deletePet.credentials.Other": the document has no security scheme "Other".',
    )
  })

  test('items that may be used up are those of all of them', async () => {
    const environment = { CONCORDAT_EXPENDABLE: '/pets/2' }
    expect((await build({ expendable: ['/pets/1'] }, environment)).expendable).toEqual(['/pets/1', '/pets/2'])
  })

  test('options before the configuration, headers and path parameters one by one', () => {
    const config: VerifyConfig = {
      rate: 5,
      tags: ['a'],
      headers: { 'X-A': '1', 'X-B': '2' },
      pathParameters: { id: '1' },
      expendable: ['/pets/1'],
    }
    const { given } = verifyWith(
      ...['--rate', '0.5', '--tag', 'b', '--tag', 'c', '--header', 'X-B: 3', '--path-value', 'project_id=7'],
      ...['--expendable', '/pets/2', '--read-only'],
    )
    expect(withGivenSettings(config, given)).toEqual({
      rate: 0.5,
      tags: ['b', 'c'],
      headers: { 'X-A': '1', 'X-B': '3' },
      pathParameters: { id: '1', project_id: '7' },
      expendable: ['/pets/1', '/pets/2'],
      readOnly: true,
    })
  })
})

test.each([
  [['--rate', '-1'], '--rate is "-1". Expected: a number above 0.'],
  [['--timeout', '0'], '--timeout is "0". Expected: a whole number above 0.'],
  [['--max-requests', 'x'], '--max-requests is "x". Expected: a non-negative integer.'],
  [['--budget', 'all'], '--budget is "all". Expected: a non-negative integer or "exhaustive".'],
  [
    ['--path-value', 'id'],
    '--path-value is "id". Expected: the name of a path parameter, "=" and its value.',
  ],
  [
    ['--undocumented-fields', 'reprot'],
    '--undocumented-fields is "reprot". Expected: "allow" or "report". Did you mean "report"?',
  ],
  [
    ['--grade', 'decide'],
    '--grade is "decide". Expected: "documented", "derived" or "decided". Did you mean "decided"?',
  ],
])('a wrong option says what it takes: %j', (args, message) => {
  expect(() => verifyWith(...args)).toThrow(new UsageError(`${message} See: concordat verify --help`))
})

test('a wrong header stays out of the message', () => {
  expect(() => verifyWith('--header', 'Authorization Bearer s3cret')).toThrow(
    new UsageError(
      'A value of --header is invalid. Expected: the form "Name: value". See: concordat verify --help',
    ),
  )
})

test('the line that repeats a check has the options of the run, and no secret', () => {
  const { flags } = verifyWith(
    ...['--document', 'a.yaml', '--overlay', 'b.yaml', '--tag', 'pets', '--skip-rule', 'head'],
    ...['--header', 'X-Api-Key: s3cret-value', '--header', 'X-Trace: on, off', '--path-value', "id=it's"],
    ...['--expendable', '/pets/2', '--timeout', '500', '--change-existing', '--max-requests', '9'],
    ...['--baseline', 'known.yaml', '--report', 'json=-', '--write-baseline', '--seed', 'other'],
  )
  const command = ['concordat', 'verify', 'http://127.0.0.1:1', ...replayFlags(flags)]
  expect(replayLine(command, { operationId: 'listPets', rule: 'conformance', seed: 'two words' })).toBe(
    `concordat verify http://127.0.0.1:1 --document a.yaml --overlay b.yaml --header 'X-Api-Key: '"$CONCORDAT_HEADER_X_API_KEY" --header 'X-Trace: on, off' --path-value 'id=it'\\''s' --expendable /pets/2 --timeout 500 --change-existing --operation listPets --rule conformance --seed 'two words'`,
  )
})

test("a report's command has every option of the run, and no secret", () => {
  const { flags } = verifyWith(
    ...['--tag', 'pets', '--skip-rule', 'head', '--key', 's3cret', '--header', 'X-Api-Key: s3cret'],
    ...['--max-requests', '9', '--write-baseline'],
  )
  expect(shellCommandLine(withoutSecrets(flags))).toBe(
    `--tag pets --skip-rule head --key "$CONCORDAT_KEY" --header 'X-Api-Key: '"$CONCORDAT_HEADER_X_API_KEY" --max-requests 9 --write-baseline`,
  )
})

test('operations are named as the document does, as generated code does, or by method and path', async () => {
  const [operation] = petDocument.operations
  if (operation === undefined) throw new Error('The document has no operation.')
  const document = {
    ...petDocument,
    operations: [{ ...operation, operationId: 'pets/list', name: 'petsList' }],
  }
  const settings = await buildSettings(
    { operations: ['pets/list', 'petsList'], skipOperations: ['get /pets'], allow: ['petsList'] },
    { document, baseUrl: 'http://a.test', environment: {}, baseline: [] },
  )
  expect(settings.select).toEqual({ operations: ['pets/list', 'petsList'], skipOperations: ['GET /pets'] })
  expect(settings.target.allow).toEqual(['pets/list'])
  expect(settings.target.skip).toEqual(['pets/list'])
  const unknown = buildSettings(
    { allow: ['petList'] },
    { document, baseUrl: 'http://a.test', environment: {}, baseline: [] },
  )
  await expect(unknown).rejects.toThrow('There is no operation "petList". Did you mean "petsList"?')
})

test("the other tenant's path parameters and a key that only reads come from configuration or environment", async () => {
  const target = await build(
    { otherPathParameters: { project_id: '8' }, identities: { reader: { PetKey: 'r' } } },
    { CONCORDAT_OTHER_PATH_TEAM_ID: '9' },
  )
  expect(target.otherPathParameters).toEqual({ project_id: '8', TEAM_ID: '9' })
  expect(target.readerCredentials).toEqual({ PetKey: 'r' })
  expect((await build({}, { CONCORDAT_READ_KEY: 'r2' })).readerCredentials).toEqual({ PetKey: 'r2' })
})
