import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { installPackages } from '../../generators/npm.ts'
import { PACKAGES } from '../../generators/peers.ts'
import { type Form, HEADER, nameOf, PATH, parameterOf, QUERY } from './forms.ts'
import type { Writer } from './writers.ts'

const FOLDER = resolve(import.meta.dirname, '../../../node_modules/.cache/judges/hey-api')
const FORMS = [...PATH, ...QUERY, ...HEADER]

type Call = (options: object) => Promise<unknown>

/**
 * Creates a writer with the client that hey-api generates for a document with each form.
 * @throws if npm cannot install the generator.
 */
export async function heyApiWriter(signal: AbortSignal): Promise<Writer> {
  const { '@hey-api/openapi-ts': version, typescript } = PACKAGES
  await installPackages(FOLDER, { dependencies: { '@hey-api/openapi-ts': version, typescript } }, signal)
  const document = join(FOLDER, 'openapi.json')
  writeFileSync(document, JSON.stringify(documentOfForms()))
  const output = join(FOLDER, 'output')
  const generator = join(FOLDER, 'node_modules/@hey-api/openapi-ts/bin/run.js')
  const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk']
  execFileSync(
    process.execPath,
    [generator, '--no-log-file', '--input', document, '--output', output, '--plugins', ...plugins],
    { cwd: FOLDER, stdio: 'ignore' },
  )
  const build = await rolldown({ input: join(output, 'sdk.gen.ts'), cwd: FOLDER, platform: 'neutral' })
  const file = join(FOLDER, `client-${Date.now()}.mjs`)
  await build.write({ format: 'esm', file })
  await build.close()
  const sdk: Readonly<Record<string, Call>> = await import(pathToFileURL(file).href)
  return (form, value) => {
    const call = sdk[operationOf(form)]
    if (call === undefined) throw new Error(`hey-api generated nothing for ${nameOf(form)}.`)
    return written(call, form, value)
  }
}

async function written(call: Call, { location }: Form, value: unknown): Promise<string | undefined> {
  let sent: Request | undefined
  const fetch = async (request: Request) => {
    sent = request
    return new Response(null, { status: 204 })
  }
  const part = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' }[location]
  await call({ baseUrl: 'http://127.0.0.1', fetch, [part]: { value } })
  if (sent === undefined) return undefined
  const { pathname, search } = new URL(sent.url)
  if (location === 'header') return sent.headers.get('value') ?? undefined
  return location === 'path' ? pathname.replace(/^\/\d+\//, '') : search.slice(1)
}

const operationOf = (form: Form): string => `read${FORMS.findIndex((one) => nameOf(one) === nameOf(form))}`

function documentOfForms(): object {
  const paths = FORMS.map((form, index) => {
    const path = form.location === 'path' ? `/${index}/{value}` : `/${index}`
    const operation = {
      operationId: operationOf(form),
      parameters: [parameterOf(form)],
      responses: { 204: { description: 'Read' } },
    }
    return [path, { get: operation }]
  })
  return {
    openapi: '3.1.1',
    info: { title: 'Styles', version: '1' },
    paths: Object.fromEntries(paths),
  }
}
