import { resolve } from 'node:path'

/** The files that are generated from a document of forms. */
const FORMS = resolve(import.meta.dirname, '../../test/golden/schemas-of-forms/expected/schemas.ts')
const GENERATED = resolve(import.meta.dirname, '../../generated/client.ts')

/** Base URL of the programs' calls. */
export const BASE_URL = 'http://service.test'

function oneGet(middlewares: string): string {
  return `import { createClient, refresh, retry } from '@concordat/runtime/client'
import { getOrganization, securitySchemes } from '${GENERATED}'
const client = createClient(
  { baseUrl: '${BASE_URL}', credentials: { PersonalApiKey: 'k' }, middlewares: [${middlewares}] },
  { securitySchemes },
)
export const call = () => getOrganization(client, { path: { id: '1' } })`
}

/** Programs that \`call\` one GET with a bearer key, by the generated client of this repository. */
export const OWN = { plain: oneGet(''), middlewares: oneGet('retry(), refresh()') } as const

/** A program that holds all operations of a generated client. */
export function allOperations(client = GENERATED): string {
  return `import { createClient } from '${client}'\nexport const api = createClient({ baseUrl: '/' })`
}

/** The same call by openapi-fetch. @param peers folder with its `node_modules`. */
export function openapiFetch(peers: string): string {
  return `import createClient from '${peers}/node_modules/openapi-fetch/dist/index.mjs'
const client = createClient({ baseUrl: '${BASE_URL}', headers: { Authorization: 'Bearer k' } })
export const call = async () =>
  (await client.GET('/api/organizations/{id}', { params: { path: { id: '1' } } })).data`
}

/** The same call by hey-api's output for this repository's document. @param output folder of its files. */
export function heyApi(output: string): string {
  return `import { client } from '${output}/client.gen.ts'
import { getOrganization } from '${output}/sdk.gen.ts'
client.setConfig({ baseUrl: '${BASE_URL}', auth: 'k' })
export const call = async () => (await getOrganization({ path: { id: '1' } })).data`
}

/** The same call by kubb's output for this repository's document. @param output folder of its files. */
export function kubb(output: string): string {
  return `import { setConfig } from '${output}/.kubb/fetch.ts'
import { getOrganization } from '${output}/clients/getOrganization.ts'
setConfig({ baseURL: '${BASE_URL}', headers: { Authorization: 'Bearer k' } })
export const call = () => getOrganization('1')`
}

/** All operations of a client that hey-api or kubb made. @param output folder of its files. */
export function allExports(output: string): string {
  return `export * from '${output}/index.ts'`
}

/** Forms by their needs of validation, and the schema of each. */
export const FORMS_BY_NEED = {
  plain: 'Booking',
  'with a linear pattern': 'Coded',
  'with dates': 'Dated',
  'nested, with a union': 'Nested',
} as const

/** A program that validates one form. */
export function oneForm(schema: string): string {
  return `import { ${schema}Schema } from '${FORMS}'\nexport const check = (value) => ${schema}Schema['~standard'].validate(value)`
}

/**
 * A program that calls one GET whose answer is validated.
 * @param output folder of what ours makes of `regularDocument`, its `responses.ts` too.
 */
export function validatedGet(output: string): string {
  return `import { createClient, validate } from '@concordat/runtime/client'
import { getRoom } from '${output}/client/rooms.ts'
import { securitySchemes } from '${output}/client/security-schemes.ts'
import { getRoomResponses } from '${output}/responses.ts'
const client = createClient(
  { baseUrl: '${BASE_URL}', credentials: { key: 'k' }, middlewares: [validate({ schemas: [getRoomResponses] })] },
  { securitySchemes },
)
export const call = () => getRoom(client, { path: { id: '1' } })`
}
