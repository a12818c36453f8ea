import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generate } from '../../../generator/generate.ts'
import { type GoneHandler, makeStubs } from '../../../generator/stubs/stubs.ts'

let root: string
let gone: readonly GoneHandler[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'concordat-stubs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

type Methods = Record<string, { operationId: string; tags: string[]; responses: object }>

const get = (operationId: string, tag = 'pets') => ({
  operationId,
  tags: [tag],
  responses: { 204: { description: 'Done' } },
})

/**
 * Generates code from these operations, and applies the stubs to the folder. Returns the names of changed
 * files.
 */
async function stubs(
  paths: Record<string, Methods>,
  importExtension: '.ts' | '.js' | '' = '.ts',
): Promise<string[]> {
  const document = join(root, 'openapi.json')
  writeFileSync(document, JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths }))
  const { model } = await generate({ document, output: join(root, 'generated'), outputs: ['types'] })
  const { changed, gone: handlers } = await makeStubs(model, {
    folder: join(root, 'handlers'),
    output: join(root, 'generated'),
    importExtension,
  })
  mkdirSync(join(root, 'handlers'), { recursive: true })
  for (const [name, text] of changed) writeFileSync(join(root, 'handlers', name), text)
  gone = handlers
  return [...changed.keys()]
}

const read = (name: string) => readFileSync(join(root, 'handlers', name), 'utf8')

test('writes a handler for each operation, a file for each tag, and a file that joins them', async () => {
  expect(
    await stubs({ '/pets': { get: get('listPets') }, '/users': { get: get('listUsers', 'users') } }),
  ).toEqual(['pets.ts', 'users.ts', 'handlers.ts'])
  expect(read('pets.ts')).toMatchInlineSnapshot(`
    "import { HttpProblem } from '@concordat/runtime/server'
    import type { Handlers } from '../generated/server.ts'

    /**
     * GET /pets
     * @see #/paths/~1pets/get
     */
    export const listPets: Handlers['listPets'] = async () => {
      throw new HttpProblem({ kind: 'not-implemented', detail: 'GET /pets is not implemented yet.' })
    }
    "
  `)
  expect(read('handlers.ts')).toMatchInlineSnapshot(`
    "import type { Handlers } from '../generated/server.ts'
    import * as petsHandlers from './pets.ts'
    import * as usersHandlers from './users.ts'

    /** All handlers of the document. If one is missing, this code does not compile. */
    export const handlers: Handlers = {
      ...petsHandlers,
      ...usersHandlers,
    }
    "
  `)
})

test('a second run changes nothing', async () => {
  const paths = { '/pets': { get: get('listPets') } }
  await stubs(paths)
  expect(await stubs(paths)).toEqual([])
})

test('an operation that was added gets its handler, and no other byte of an edited file changes', async () => {
  await stubs({ '/pets': { get: get('listPets') } })
  const edited = `// mine,   oddly spaced\r\n${read('pets.ts').replace(/throw new .*/, 'return { status:204 } // \t kept')}\n\n\nconst  helper=1\n`
  writeFileSync(join(root, 'handlers', 'pets.ts'), edited)
  expect(await stubs({ '/pets': { get: get('listPets'), post: get('createPet') } })).toEqual(['pets.ts'])
  const merged = read('pets.ts')
  expect(merged.startsWith(edited)).toBe(true)
  expect(merged.slice(edited.length)).toContain("export const createPet: Handlers['createPet']")
  expect(merged.slice(edited.length)).not.toContain('listPets')
})

test('a handler that was moved, renamed on export or written as a function counts as written', async () => {
  await stubs({ '/pets': { get: get('listPets') } })
  writeFileSync(
    join(root, 'handlers', 'other.ts'),
    'export async function createPet() {}\nconst mine = async () => {}\nexport { mine as deletePet }\n',
  )
  expect(
    await stubs({ '/pets': { get: get('listPets'), post: get('createPet'), delete: get('deletePet') } }),
  ).toEqual([])
})

test('an import that the new handler needs is added where the file lost it', async () => {
  await stubs({ '/pets': { get: get('listPets') } })
  const own = "import { own } from './own.ts'\nexport const listPets = own\n"
  writeFileSync(join(root, 'handlers', 'pets.ts'), own)
  await stubs({ '/pets': { get: get('listPets'), post: get('createPet') } })
  expect(read('pets.ts').split('\n').slice(0, 4)).toEqual([
    "import { own } from './own.ts'",
    "import { HttpProblem } from '@concordat/runtime/server'",
    "import type { Handlers } from '../generated/server.ts'",
    'export const listPets = own',
  ])
})

test('a new tag joins the edited file that lists them', async () => {
  await stubs({ '/pets': { get: get('listPets') } })
  const edited = read('handlers.ts').replace('export const', '// mine\nexport const')
  writeFileSync(join(root, 'handlers', 'handlers.ts'), edited)
  await stubs({ '/pets': { get: get('listPets') }, '/users': { get: get('listUsers', 'users') } })
  const merged = read('handlers.ts')
  expect(merged).toContain('// mine\nexport const')
  expect(merged).toContain("import * as usersHandlers from './users.ts'\n")
  expect(merged).toContain('  ...petsHandlers,\n  ...usersHandlers,\n}')
})

test('names the files as the project does, and knows those that it imports already', async () => {
  await stubs({ '/pets': { get: get('listPets') } }, '.js')
  expect(read('pets.ts')).toContain("import type { Handlers } from '../generated/server.js'")
  expect(read('handlers.ts')).toContain("import * as petsHandlers from './pets.js'")
  expect(await stubs({ '/pets': { get: get('listPets') } }, '')).toEqual([])
})

test('a tag and an operation named "handlers" do not meet the file that joins all', async () => {
  const paths = { '/handlers': { get: get('listHandlers', 'handlers') } }
  expect(await stubs(paths)).toEqual(['handlers_.ts', 'handlers.ts'])
  expect(read('handlers.ts')).toContain("import * as handlersHandlers from './handlers_.ts'")
  expect(await stubs({ ...paths, '/one': { get: get('handlers', 'handlers') } })).toEqual(['handlers_.ts'])
  expect(read('handlers_.ts')).toContain("export const handlers: Handlers['handlers']")
})

test('a handler of an operation that is gone is named, and stays', async () => {
  await stubs({ '/pets': { get: get('listPets') }, '/toys': { get: get('listToys') } })
  expect(gone).toEqual([])
  const before = read('pets.ts')
  expect(await stubs({ '/pets': { get: get('listPets') } })).toEqual([])
  expect(gone).toEqual([{ place: 'pets.ts:16', operation: 'listToys' }])
  expect(read('pets.ts')).toBe(before)
})

test('a file that its owner removed is joined no more; all else of the joining file stays', async () => {
  const paths = { '/pets': { get: get('listPets') }, '/users': { get: get('listUsers', 'users') } }
  await stubs(paths)
  const edited = `${read('handlers.ts').replace('  ...pets', '  // ours\n  ...pets')}\nexport const more = 1\n`
  writeFileSync(join(root, 'handlers/handlers.ts'), edited)
  rmSync(join(root, 'handlers/users.ts'))
  expect(await stubs({ '/pets': paths['/pets'] })).toEqual(['handlers.ts'])
  expect(read('handlers.ts')).toBe(
    edited.replace("import * as usersHandlers from './users.ts'\n", '').replace('  ...usersHandlers,\n', ''),
  )
  expect(await stubs({ '/pets': paths['/pets'] })).toEqual([])
})

test('handlers called like what their file imports, and what is added to them', async () => {
  const problem = { '/problems': { get: get('HttpProblem') } }
  await stubs(problem)
  expect(read('pets.ts')).toContain(
    "import { HttpProblem as HttpProblem$1 } from '@concordat/runtime/server'",
  )
  expect(read('pets.ts')).toContain('throw new HttpProblem$1({')
  expect(await stubs(problem)).toEqual([])
  await stubs({ ...problem, '/handlers': { get: get('Handlers'), post: get('listPets') } })
  expect(read('pets.ts')).toContain("export const Handlers: Handlers$1['Handlers']")
})
