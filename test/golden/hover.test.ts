import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import typescript6 from 'ts6'
import typescript5 from 'typescript'
import { beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** A project of its own: an editor that opens a file of ours checks the whole repository first. */
const folder = join(root, 'node_modules/.cache/hover')
const file = join(folder, 'call.ts')
const generated = relative(folder, join(import.meta.dirname, 'outputs-for-libraries/expected/client.ts'))
const lines = [
  `import { createClient, deletePet } from '${generated}'`,
  'const api = createClient()',
  'void deletePet(api.client, { path: { petId: 1 } })',
  'void api.pets.deletePet({ path: { petId: 1 } })',
]
const text = lines.join('\n')
/** Places in the call: where a member of each is. */
const placeOf = (line: number, word: string): Place => ({
  line,
  character: (lines[line] ?? '').indexOf(word),
})
const places = [2, 3].map((line) => placeOf(line, 'deletePet('))
const group = placeOf(3, 'pets.')
const parameter = placeOf(3, 'petId')

interface Place {
  readonly line: number
  readonly character: number
}

/** Hover texts of an editor at places of the call. */
interface Shown {
  readonly hovers: readonly string[]
  /** Names that it offers for the group, and for the parameter. */
  readonly groups: readonly string[]
  readonly parameters: readonly string[]
  /** The line that the operation's name leads to. */
  readonly definition: string
}

beforeAll(() => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['call.ts'] }))
})

test.each([
  ['5.9', () => hoverOf(typescript5)],
  // Its services have the same functions; their types differ in what these calls do not use.
  ['6', () => hoverOf(typescript6 as unknown as typeof typescript5)],
  ['7', () => hoverOfServer(join(root, 'node_modules/ts7/bin/tsc'))],
])(
  'an editor with TypeScript %s shows what an operation does, completes its call, and leads to it',
  async (_, hover) => {
    const { hovers, groups, parameters, definition } = await hover()
    expect(hovers).toHaveLength(2)
    for (const shown of hovers) {
      expect(shown).toContain('Removes a pet')
      expect(shown).toContain('deprecated')
    }
    expect(groups).toEqual(expect.arrayContaining(['pets', 'client']))
    expect(parameters).toContain('petId')
    expect(definition).toContain('deletePet')
  },
)

async function hoverOf(ts: typeof typescript5): Promise<Shown> {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptSnapshot: (name) => {
      const content = ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
  })
  expect(service.getSemanticDiagnostics(file)).toEqual([])
  const offsetOf = ({ line, character }: Place) => lines.slice(0, line).join('\n').length + 1 + character
  const hovers = places.map((place) => {
    const info = service.getQuickInfoAtPosition(file, offsetOf(place))
    return [...(info?.documentation ?? []), ...(info?.tags ?? []).map(({ name }) => ({ text: name }))]
      .map((part) => part.text)
      .join('\n')
  })
  const offered = (place: Place): string[] =>
    (service.getCompletionsAtPosition(file, offsetOf(place), {})?.entries ?? []).map(({ name }) => name)
  const [found] = service.getDefinitionAtPosition(file, offsetOf(placeOf(3, 'deletePet('))) ?? []
  const source = ts.sys.readFile(found?.fileName ?? '') ?? ''
  const definition = lineAt(source, source.slice(0, found?.textSpan.start).split('\n').length - 1)
  const shown = { hovers, groups: offered(group), parameters: offered(parameter), definition }
  service.dispose()
  return shown
}

function lineAt(source: string, line: number): string {
  return source.split('\n')[line] ?? ''
}

/** Where the server says that something is. */
interface Found {
  readonly uri: string
  readonly range: { readonly start: { readonly line: number } }
}

/**
 * TypeScript 7 has no language service to import: its compiler serves editors
 * by the Language Server Protocol.
 */
async function hoverOfServer(tsc: string): Promise<Shown> {
  const server = spawn(process.execPath, [tsc, '--lsp', '--stdio'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const uri = pathToFileURL(file).href
  const send = (message: object) => {
    const content = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`)
  }
  let pending = Buffer.alloc(0)
  const answers = new Map<number, (result: unknown) => void>()
  server.stdout.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    for (;;) {
      const end = pending.indexOf('\r\n\r\n')
      const length = Number(
        /Content-Length: (\d+)/i.exec(pending.subarray(0, Math.max(end, 0)).toString())?.[1],
      )
      if (end === -1 || pending.length < end + 4 + length) return
      const message = JSON.parse(pending.subarray(end + 4, end + 4 + length).toString())
      pending = pending.subarray(end + 4 + length)
      // A request of the server, such as for the editor's settings, has a method.
      if (message.method === undefined) answers.get(message.id)?.(message.result)
      else if (message.id !== undefined) send({ id: message.id, result: null })
    }
  })
  let last = 0
  const ask = (method: string, params: object) =>
    new Promise<unknown>((answer) => {
      last += 1
      answers.set(last, answer)
      send({ id: last, method, params })
    })
  try {
    await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} })
    send({ method: 'initialized', params: {} })
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
    })
    const at = (position: Place) => ({ textDocument: { uri }, position })
    const hovers: string[] = []
    for (const place of places) hovers.push(JSON.stringify(await ask('textDocument/hover', at(place))))
    const offered = async (place: Place): Promise<string[]> => {
      const list = await ask('textDocument/completion', at(place))
      const items = (Array.isArray(list) ? list : Object(list).items) as { label: string }[]
      return items.map(({ label }) => label.replace(/\?$/, ''))
    }
    const groups = await offered(group)
    const parameters = await offered(parameter)
    const [found] = [await ask('textDocument/definition', at(placeOf(3, 'deletePet(')))].flat() as Found[]
    const source = readFileSync(fileURLToPath(found?.uri ?? ''), 'utf8')
    return { hovers, groups, parameters, definition: lineAt(source, found?.range.start.line ?? 0) }
  } finally {
    server.kill()
    await once(server, 'close')
  }
}
