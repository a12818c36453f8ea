import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Observer } from '@concordat/contract/passive'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import type { App } from '@concordat/runtime/server'
import { compareModels } from '../../../generator/diff/diff.ts'
import type { Change } from '../../../generator/diff/found/change.ts'
import type { Consequence } from '../../../generator/diff/kinds/consequences.ts'
import { changeKind } from '../../../generator/diff/kinds/kinds.ts'
import { generate } from '../../../generator/generate.ts'
import { writeFiles } from '../../../generator/write/write.ts'
import type { CaseOperation, ProofCase } from './proof-case.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Findings about one case. */
export interface Proven {
  readonly changes: readonly Change[]
  readonly breaks: readonly Consequence[]
  /** Consequences declared by the kinds of these changes. */
  readonly stated: readonly Consequence[]
  /** Messages from the compiler or the exchange, for failing tests. */
  readonly said: readonly string[]
}

/**
 * Generates both documents of all cases, compiles each caller and handler against old and new types, and
 * sends each caller's request from the old client to the old and the new app.
 * @param shared properties of both documents.
 */
export async function prove(cases: readonly ProofCase[], shared: object = {}): Promise<readonly Proven[]> {
  mkdirSync(join(root, '.data'), { recursive: true })
  const folder = mkdtempSync(join(root, '.data/diff-'))
  try {
    const old = await side(folder, 'old', cases, shared)
    const now = await side(folder, 'new', cases, shared)
    const errors = compile(folder)
    const changes = compareModels(old.model, now.model)
    const found: Proven[] = []
    const wrong: string[] = []
    for (const [index, one] of cases.entries()) {
      const name = nameOf(index)
      const own = errors.filter((error) => error.includes(`[${name}]`))
      const before = own.filter((error) => error.startsWith('old/'))
      wrong.push(...before.map((error) => `${one.kind} does not compile as it was: ${error}`))
      const exchange = await send(one, { name, old, new: now }).catch((error: Error) => {
        wrong.push(error.message)
        return { breaks: [], said: [] }
      })
      const ownChanges = changes.filter(({ operations }) =>
        operations.some((id) => id === name || id === idOf(one.new)),
      )
      found.push({
        changes: ownChanges,
        stated: [...new Set(ownChanges.flatMap(({ kind }) => changeKind(kind).breaks))],
        breaks: [
          ...(own.some((error) => error.startsWith('new/callers')) ? (['callerSource'] as const) : []),
          ...exchange.breaks,
          ...(own.some((error) => error.startsWith('new/handlers')) ? (['serverSource'] as const) : []),
        ],
        said: [...own, ...exchange.said],
      })
    }
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const idOf = (side: CaseOperation | undefined) =>
  (side?.operation as { operationId?: string } | undefined)?.operationId
const nameOf = (index: number) => `case${index}`

type Side = Awaited<ReturnType<typeof side>>

async function side(folder: string, name: 'old' | 'new', cases: readonly ProofCase[], shared: object) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [index, one] of cases.entries()) {
    const own = one[name]
    if (own === undefined) continue
    const { path = `/${nameOf(index)}`, method = 'post', operation } = own
    const base = { operationId: nameOf(index), tags: ['cases'], ...operation }
    paths[path] = { ...paths[path], [method]: base }
  }
  const document = {
    openapi: '3.1.1',
    info: { title: 'Cases', version: '1' },
    // A format is binding only if it is asserted.
    'x-format-assertion': true,
    paths,
    ...shared,
  }
  const place = join(folder, name)
  mkdirSync(place)
  writeFileSync(join(place, 'openapi.json'), JSON.stringify(document))
  const generated = await generate({
    document: join(place, 'openapi.json'),
    output: join(place, 'generated'),
    outputs: ['types', 'client', 'server'],
    importExtension: '.ts',
  })
  await writeFiles(join(place, 'generated'), generated.files)
  writeFileSync(join(place, 'callers.ts'), callers(cases))
  writeFileSync(join(place, 'handlers.ts'), handlers(cases))
  const { model } = generated
  const { createApp } = (await import(join(place, 'generated/server.ts'))) as {
    createApp(options: object): App
  }
  return { model, createApp, place, descriptor: model.descriptor }
}

/** Prints each case on its own line, by which errors identify it. */
function callers(cases: readonly ProofCase[]): string {
  const lines = cases.map(
    ({ caller }, index) =>
      `export const ${nameOf(index)} = async (api: Api) => { const call = api.cases.${nameOf(index)}; ${caller} }`,
  )
  return [`import type { Api } from './generated/client.ts'`, ...lines, ''].join('\n')
}

function handlers(cases: readonly ProofCase[]): string {
  const lines = cases.map(({ handler }, index) => {
    const type = `Handlers<User>['${nameOf(index)}']`
    const answering = `const answering = (answer: Awaited<ReturnType<${type}>>) => answer`
    return `export const ${nameOf(index)}: ${type} = (() => { ${answering}; void answering; return ${handler} })()`
  })
  return [
    `import type { Handlers } from './generated/server.ts'; interface User { readonly id: number }`,
    ...lines,
    '',
  ].join('\n')
}

/** Returns errors as "new/callers [case7]: TypeScript's message". */
function compile(folder: string): readonly string[] {
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: ['*/callers.ts', '*/handlers.ts'],
    exclude: [],
  }
  const options = { noUnusedLocals: false, noUnusedParameters: false }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions: options }))
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/(?:^|\/)(old|new)\/(callers|handlers)\.ts\((\d+),\d+\): (.*)$/gm)].map(
    ([, name, file, line, message]) => `${name}/${file} [${nameOf(Number(line) - 2)}]: ${message}`,
  )
}

interface Exchange {
  readonly breaks: readonly Consequence[]
  readonly said: readonly string[]
}

/** Statuses with which an app rejects a request before any handler sees it. */
const REFUSALS = [400, 401, 403, 404, 405, 406, 413, 415, 422]

async function send(
  one: ProofCase,
  { name, old, new: now }: { readonly name: string; readonly old: Side; readonly new: Side },
): Promise<Exchange> {
  if (one.old === undefined) return { breaks: [], said: [] }
  const before = await ask(one, name, { client: old, server: old, answer: one.answers.old })
  if (before.failure !== undefined || before.breaks.length > 0)
    throw new Error(`${one.kind} fails as it was: ${before.failure ?? before.said.join('\n')}`)
  const { breaks, said } = await ask(one, name, { client: old, server: now, answer: one.answers.new })
  return { breaks, said }
}

async function ask(
  one: ProofCase,
  name: string,
  { client, server, answer }: { readonly client: Side; readonly server: Side; readonly answer: unknown },
): Promise<Exchange & { readonly failure?: string }> {
  let wasHandled = false
  const handler = async () => {
    wasHandled = true
    return answer
  }
  const app = server.createApp({
    handlers: new Proxy({}, { get: (_, member) => (typeof member === 'string' ? handler : undefined) }),
    authenticate: async () => ({ principal: { id: 1 }, scopes: [] }),
    problemResponse: undefined,
    basePath: '',
  })
  const observed: string[] = []
  const observer = observerOf(client.descriptor, (fact) => observed.push(fact))
  let refused: string | undefined
  const fetch = async (request: Request): Promise<Response> => {
    const sent = request.clone()
    const response = await app(request)
    const text = await response.clone().text()
    if (!wasHandled && REFUSALS.includes(response.status)) refused = `${response.status} ${text}`
    else
      observer.note({
        request: { method: sent.method, url: sent.url, headers: Object.fromEntries(sent.headers) },
        status: response.status,
        headers: response.headers,
        text,
      })
    return response
  }
  const { createClient } = (await import(join(client.place, 'generated/client.ts'))) as {
    createClient(options: object): unknown
  }
  const callers = (await import(join(client.place, 'callers.ts'))) as Record<
    string,
    (api: unknown) => Promise<void>
  >
  const credentials = one.credentials ?? { token: 'secret', key: 'secret' }
  const options = { baseUrl: 'http://a.test', fetch, credentials }
  const failure = await callers[name]?.(createClient(options)).then(
    () => undefined,
    (error: Error) => error.message,
  )
  const breaks: Consequence[] = []
  if (refused !== undefined) breaks.push('wire')
  else if (observed.length > 0 || failure !== undefined) breaks.push('callerRunTime')
  const said = [...observed, refused ?? '', failure ?? ''].filter((text) => text !== '')
  return { breaks, said, ...(failure !== undefined && refused !== undefined && { failure }) }
}

/** Checks responses against the old document. */
function observerOf(document: DocumentDescriptor, tell: (fact: string) => void): Observer {
  return new Observer({
    document,
    decided: [],
    bases: ['http://a.test'],
    source: 'test',
    onFinding: ({ expected, received }) => tell(`${expected}, not ${received}`),
  })
}
