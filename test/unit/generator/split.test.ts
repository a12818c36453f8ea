import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../../../generator/config.ts'
import { generate } from '../../../generator/generate.ts'
import { writeFiles } from '../../../generator/write/write.ts'
import { folder } from '../load/folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })

/**
 * Returns `count` operations for each tag, all of which return the schema with the given name. Operations of
 * the tag `""` have no tag.
 */
function paths(tags: Readonly<Record<string, string>>, count = 40): Record<string, object> {
  return Object.fromEntries(
    Object.entries(tags).flatMap(([tag, schema], group) =>
      Array.from({ length: count }, (_, index) => {
        const responses = { '200': { description: 'Done', ...json(ref(schema)) } }
        const own = tag === '' ? {} : { tags: [tag] }
        return [`/g${group}/${index}`, { get: { operationId: `get${group}x${index}`, ...own, responses } }]
      }),
    ),
  )
}

const schemas = {
  Pet: { type: 'object', properties: { name: ref('Name'), friend: ref('Pet') }, required: ['name'] },
  Order: { type: 'object', properties: { of: ref('Name'), state: ref('OrderState') } },
  OrderState: { type: 'string', enum: ['open', 'done'] },
  Name: { type: 'string' },
  Ping: { type: 'object', properties: { at: ref('Name') } },
  Hook: { type: 'object', properties: { id: { type: 'string' } } },
  Spare: { type: 'object', properties: { pet: ref('Pet') } },
}

const document = {
  openapi: '3.1.1',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example' }],
  paths: paths({ Pets: 'Pet', 'Shared Orders': 'Order', shared: 'Order', '': 'Ping' }),
  webhooks: {
    hook: { post: { requestBody: json(ref('Hook')), responses: { '200': { description: 'Done' } } } },
  },
  components: { schemas, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}

async function filesOf(given: object, options: Pick<Config, 'enums' | 'outputs'> = {}) {
  const own = await folder({ 'openapi.json': JSON.stringify(given) })
  const config = {
    document: join(own, 'openapi.json'),
    output: join(own, 'generated'),
    importExtension: '.ts',
  }
  const { files } = await generate({ ...config, importExtension: '.ts', ...options })
  return files
}

/** Returns the names that a file exports. */
function exportsOf(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/^export (?:interface|type|const|function) ([\w$]+)/gm)].map(
    ([, name = '']) => name,
  )
}

test('a document with many operations has files for each tag, and what several of them use once', async () => {
  const files = await filesOf(document)
  const names = [...files.keys()].filter((path) => /^(types|client)/.test(path)).sort()
  expect(names).toEqual([
    'client.ts',
    'client/default.ts',
    'client/pets.ts',
    'client/security-schemes.ts',
    'client/shared-orders.ts',
    'client/shared2.ts',
    'types.ts',
    'types/default.ts',
    'types/pets.ts',
    'types/shared-orders.ts',
    'types/shared.ts',
    'types/shared2.ts',
    'types/unused.ts',
    'types/webhooks.ts',
  ])
  const schemasOf = (file: string) =>
    exportsOf(files.get(`types/${file}.ts`)).filter((name) => name in schemas)
  expect(
    Object.fromEntries(
      ['default', 'pets', 'shared-orders', 'shared', 'shared2', 'unused', 'webhooks'].map((file) => [
        file,
        schemasOf(file),
      ]),
    ),
  ).toEqual({
    default: ['Ping'],
    pets: ['Pet'],
    'shared-orders': [],
    shared: ['Order', 'OrderState', 'Name'],
    shared2: [],
    unused: ['Spare'],
    webhooks: ['Hook'],
  })
  expect(files.get('types/pets.ts')).toContain("import type { Name } from './shared.ts'")
  expect(files.get('types.ts')?.match(/^export type \* from '.\/types\/.*'$/gm)).toHaveLength(7)
})

test('files of tags import none of one another', async () => {
  const files = await filesOf(document)
  const imports = [...files]
    .filter(([path]) => path.startsWith('types/'))
    .map(([path, text]) => [path, [...text.matchAll(/from '(\.[^']*)'/g)].map(([, from]) => from)])
  expect(Object.fromEntries(imports)).toEqual({
    'types/default.ts': ['./shared.ts'],
    'types/pets.ts': ['./shared.ts'],
    'types/shared-orders.ts': ['./shared.ts'],
    'types/shared.ts': [],
    'types/shared2.ts': ['./shared.ts'],
    'types/unused.ts': ['./pets.ts'],
    'types/webhooks.ts': [],
  })
})

test('an operation more changes the files of its tag alone', async () => {
  const before = await filesOf(document)
  const added = { get: { operationId: 'more', tags: ['Pets'], responses: { '200': json(ref('Pet')) } } }
  const after = await filesOf({ ...document, paths: { ...document.paths, '/more': added } })
  const changed = [...after.keys()].filter((path) => after.get(path) !== before.get(path))
  expect(changed.filter((path) => /^(types|client)/.test(path))).toEqual(['types/pets.ts', 'client/pets.ts'])
})

test.each([
  ['few operations', { ...document, paths: paths({ Pets: 'Pet', Orders: 'Order' }) }],
  ['one tag', { ...document, paths: paths({ Pets: 'Pet' }, 120) }],
])('a document with %s is not split', async (_, given) => {
  const files = await filesOf(given)
  expect([...files.keys()].filter((path) => /^(types|client)/.test(path))).toEqual(['types.ts', 'client.ts'])
})

test('the files of a tag that is gone are removed', async () => {
  const own = await folder({})
  await writeFiles(own, await filesOf(document))
  const rest = paths({ Cats: 'Pet', 'Shared Orders': 'Order', '': 'Ping' })
  const { removed } = await writeFiles(own, await filesOf({ ...document, paths: rest }))
  expect(removed.filter((path) => !path.startsWith('contract/'))).toEqual([
    'client/pets.ts',
    'client/shared2.ts',
    'types/pets.ts',
    'types/shared2.ts',
  ])
})

test('what is split compiles, groups of one tag among it', async () => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const tags = [{ name: 'Pets' }, { name: 'Shared Orders', parent: 'Pets' }]
  const project = mkdtempSync(join(root, 'node_modules/.cache/split-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  await writeFiles(join(project, 'generated'), await filesOf({ ...document, tags }, { enums: 'objects' }))
  const config = { extends: join(root, 'tsconfig.json'), include: ['.'], exclude: [] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(
    join(project, 'program.ts'),
    `import { createClient as createBareClient } from '@concordat/runtime/client'
import { createClient, get0x0, type PetsApi } from './generated/client.ts'
import { petsApi } from './generated/client/pets.ts'
import { securitySchemes } from './generated/client/security-schemes.ts'
import { OrderState, type Pet, type Spare } from './generated/types.ts'
const bare = createBareClient({ baseUrl: '/', credentials: { key: 'k' } }, { securitySchemes })
const api = createClient()
export const pets: PetsApi = petsApi(bare)
export const spare = async (): Promise<Spare> => ({ pet: await pets.get0x1() })
export const pet: Promise<Pet> = get0x0(api.client)
export const same: Promise<string> = api.pets.get0x0().then(({ name }) => name)
export const done = async () => (await api.pets.sharedOrders.get1x0()).state === OrderState.Done
export const untagged: Promise<{ at?: string }> = api.get3x0()
`,
  )
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(existsSync(join(project, 'generated/types/shared.ts'))).toBe(true)
})

test('operations called like exports of a split client compile, and so does what imports them', async () => {
  const ids = [
    'createClient',
    'Api',
    'securitySchemes',
    'Credentials',
    'servers',
    'PetsApi',
    'petsApi',
    'client',
  ]
  const named = ids.map((operationId, index) => [
    `/named/${index}`,
    {
      get: {
        operationId,
        tags: ['Pets'],
        responses: { '200': { description: 'Done', ...json(ref('Pet')) } },
      },
    },
  ])
  const given = { ...document, paths: { ...document.paths, ...Object.fromEntries(named) } }
  const project = mkdtempSync(join(root, 'node_modules/.cache/split-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  await writeFiles(
    join(project, 'generated'),
    await filesOf(given, { outputs: ['client', 'query', 'server', 'msw'] }),
  )
  const config = { extends: join(root, 'tsconfig.json'), include: ['.'], exclude: [] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

test('a group whose tag begins with a digit is exported under a name that one reads', async () => {
  const files = await filesOf({
    ...document,
    paths: paths({ '1-Click Apps': 'Pet', 'Floating IPs': 'Pet' }, 60),
  })
  expect(exportsOf(files.get('client/1-click-apps.ts')).slice(-2)).toEqual(['Api1ClickApps', 'api1ClickApps'])
  expect(exportsOf(files.get('client/floating-ips.ts')).slice(-2)).toEqual([
    'FloatingIPsApi',
    'floatingIPsApi',
  ])
})
