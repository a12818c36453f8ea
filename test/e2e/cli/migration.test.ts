import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { Project } from './project.ts'

const root = resolve(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/other-tools.md'), 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language} concordat\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  )

const PET = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }
const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        tags: ['pets'],
        responses: {
          200: {
            description: 'all',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        operationId: 'addPet',
        tags: ['pets'],
        requestBody: { required: true, content: PET },
        responses: { 201: { description: 'made', content: PET }, 400: { description: 'wrong' } },
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'one', content: PET }, 404: { description: 'none' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'integer' }, name: { type: 'string' } },
      },
    },
  },
})

let project: Project
beforeAll(() => {
  project = new Project(DOCUMENT)
})
afterAll(() => {
  project.remove()
  closeAll()
})

test('what replaces the code of other generators compiles', async () => {
  expect((await project.concordat(['generate', '--document', 'openapi.yaml'])).status).toBe(0)
  const programs = blocks('ts')
  expect(programs).toHaveLength(1)
  const files = programs.map((text, index) => {
    project.write(`program${index}.ts`, text)
    return `program${index}.ts`
  })
  const compilerOptions = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
  }
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/ts7/bin/tsc'), '-p', '.'],
    {
      cwd: project.folder,
      encoding: 'utf8',
    },
  )
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('the run that replaces one of Schemathesis tests a server', async () => {
  const [line = '', ...others] = blocks('sh')
  expect(others).toEqual([])
  const pets = new Map([[1, { id: 1, name: 'Rex' }]])
  const baseUrl = await listen(
    answering(async (request) => {
      const [, collection, id] = new URL(request.url).pathname.split('/')
      if (collection !== 'pets') return Response.json({}, { status: 404 })
      if (id !== undefined) {
        const pet = pets.get(Number(id))
        return pet === undefined ? new Response('', { status: 404 }) : Response.json(pet)
      }
      if (request.method === 'GET') return Response.json([...pets.values()])
      const { name } = Object(await request.json().catch(() => undefined)) as { name?: unknown }
      if (typeof name !== 'string') return new Response('', { status: 400 })
      const made = { id: pets.size + 1, name }
      pets.set(made.id, made)
      return Response.json(made, { status: 201 })
    }),
  )
  const [, , ...args] = line
    .trim()
    .split(' ')
    .map((word) => (word === '"$BASE_URL"' ? baseUrl : word))
  const { status, stdout, stderr } = await project.concordat(args)
  expect(status, stdout + stderr).toBe(0)
  expect(existsSync(join(project.folder, 'report.xml'))).toBe(true)
})

test('every option and output that the page names for this kit exists', async () => {
  const { FLAGS } = await import('../../../generator/options/options.ts')
  const { OUTPUT_NAMES } = await import('../../../generator/outputs/outputs.ts')
  const right = [...page.matchAll(/^\|[^|]*\|(.*)\|$/gm)].map(([, cell = '']) => cell).join('\n')
  const flags = [...right.matchAll(/--([a-z-]{2,})/g)].map(([, name = '']) => name)
  expect(flags.length).toBeGreaterThan(8)
  expect(flags.filter((name) => FLAGS.every(({ flag }) => flag.name !== name))).toEqual([])
  const outputs = [...right.matchAll(/outputs: \['(\w+)'\]/g)].map(([, name = '']) => name)
  expect(outputs.filter((name) => OUTPUT_NAMES.every((output) => output !== name))).toEqual([])
})
