import { spawnSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Project } from '../cli/project.ts'
import { EXAMPLES } from './document.ts'
import { type Block, blocksOf, ROOT } from './pages.ts'

/** Pages whose examples other tests run, or compare with the files that they show. */
const ELSEWHERE = ['other-tools.md', 'mounts.md', /^start-/]

/** Names that examples use without declaring them, each with the line that declares it. */
const UNSAID: Readonly<Record<string, string>> = {
  createClient: "import { createClient } from './generated/client.ts'",
  api: "import { createClient as create } from './generated/client.ts'\nconst api = create({ baseUrl: '/' })",
  client:
    "import { createClient as make } from './generated/client.ts'\nconst { client } = make({ baseUrl: '/' })",
  createFetchClient: "import { createFetchClient } from './generated/fetch.ts'",
  createApp: "import { createApp } from './generated/server.ts'",
  handlers: "import { handlers } from './handlers/handlers.ts'",
  Handlers: "import type { Handlers } from './generated/server.ts'",
  app: "declare const app: import('@concordat/runtime/server').App",
  authenticate:
    'declare function authenticate(attempt: unknown): Promise<{ principal: string; scopes: readonly string[] }>',
  findUser:
    'declare function findUser(scheme: string, key: string): Promise<{ scopes: readonly string[] } | undefined>',
  findTenant:
    'declare function findTenant(user: unknown, id: string | undefined): Promise<string | undefined>',
  pet: 'declare const pet: { id: number; name: string }',
  file: 'declare const file: Blob',
  messages: 'declare const messages: string[]',
  value: 'declare const value: unknown',
  text: 'declare const text: string',
  key: 'declare const key: string',
  logIn: 'declare function logIn(): Promise<string>',
  defaultValues: "const defaultValues = { name: 'Rex' }",
  show: 'declare function show(bytes: number, total: number | undefined): void',
  isSigned: 'declare function isSigned(signature: string | null, body: Uint8Array): boolean',
  ordersAsTheyCome:
    'declare function ordersAsTheyCome(signal: AbortSignal): AsyncIterable<{ event: string; data: { status: string } }>',
  defineConfig: "import { defineConfig } from 'concordat/config'",
  createWebhooks: "import { createWebhooks } from './generated/webhooks.ts'",
  createSender: "import { createSender } from './generated/sender.ts'",
  callbackUrls: "import { callbackUrls } from './generated/sender.ts'",
  HttpProblem: "import { HttpProblem } from '@concordat/runtime/server'",
  retry: "import { retry } from '@concordat/runtime/client'",
  serve: "import { serve } from '@concordat/runtime/server/node'",
  createServer: "import { createServer } from 'node:http'",
  nodeHandler: "import { nodeHandler } from '@concordat/runtime/server/node'",
  fastifyPlugin: "import { fastifyPlugin } from '@concordat/runtime/server/node'",
  express: "import express from 'express'",
  fastify: "import fastify from 'fastify'",
  Hono: "import { Hono } from 'hono'",
  useQuery: "import { useQuery } from '@tanstack/react-query'",
  useInfiniteQuery: "import { useInfiniteQuery } from '@tanstack/react-query'",
  useMutation: "import { useMutation } from '@tanstack/react-query'",
  queryClient: "declare const queryClient: import('@tanstack/react-query').QueryClient",
  getPetQuery: "import { getPetQuery } from './generated/query.ts'",
  listPetsQuery: "import { listPetsQuery } from './generated/query.ts'",
  listPetsInfiniteQuery: "import { listPetsInfiniteQuery } from './generated/query.ts'",
  createPetMutation: "import { createPetMutation } from './generated/query.ts'",
  ...Object.fromEntries(
    ['getPetSwr', 'listPetsSwrInfinite', 'createPetSwrMutation', 'petsSwrKeys'].map((name) => [
      name,
      `import { ${name} } from './generated/swr.ts'`,
    ]),
  ),
  useSWR: "import useSWR from 'swr'",
  mutate: "import { mutate } from 'swr'",
  useSWRInfinite: "import useSWRInfinite from 'swr/infinite'",
  useSWRMutation: "import useSWRMutation from 'swr/mutation'",
  id: 'declare const id: number | undefined',
  useForm: "import { useForm } from '@tanstack/react-form'",
  createRoute: "import { createRoute } from '@tanstack/react-router'",
  root: "import { createRootRoute } from '@tanstack/react-router'\nconst root = createRootRoute()",
  NewPetSchema: "import { NewPetSchema } from './generated/schemas.ts'",
  PetFilterSchema: "import { PetFilterSchema } from './generated/schemas.ts'",
  PetSchema: "import { PetSchema } from './generated/schemas.ts'",
  createPet: "import { createPet } from './generated/factories.ts'",
  createHandlers: "import { createHandlers } from './generated/msw.ts'",
  http: "import { http } from 'msw'",
}
/** Code that precedes examples that are object members, keyed by how the example begins. */
const MEMBERS: Readonly<Record<string, string>> = {
  'async listenToOrders(':
    'const handlers: { listenToOrders(request: unknown, context: { readonly signal: AbortSignal }): Promise<unknown> } = {\n',
}

const pages = readdirSync(join(ROOT, 'docs')).filter(
  (page) => page.endsWith('.md') && !ELSEWHERE.some((known) => page.match(known)),
)
const examples = pages.flatMap((page) =>
  blocksOf(`docs/${page}`)
    .filter(({ language }) => language === 'ts')
    .map((block, index) => ({ name: `${page.replace('.md', '')}-${index + 1}.ts`, block })),
)

/** Turns an example into a module by adding the lines that it omits. */
function moduleOf({ text }: Block): string {
  const uses = (name: string): boolean => new RegExp(`(?<![\\w'"/]|[^.]\\.)${name}\\b(?!:)`).test(text)
  const says = (name: string): boolean =>
    new RegExp(`(?:const|function) ${name}\\b|(?:const|import)(?: type)? \\{[^}]*\\b${name}\\b[^}]*\\}`).test(
      text,
    )
  const unsaid = Object.entries(UNSAID).filter(([name]) => uses(name) && !says(name))
  const member = Object.entries(MEMBERS).find(([start]) => text.startsWith(start))
  const lines = unsaid.map(([, line]) => line).join('\n')
  return member === undefined
    ? `${lines}\n${text}\nexport {}\n`
    : `${lines}\n${member[1]}${text}}\nexport default handlers\n`
}

let project: Project
beforeAll(() => {
  project = new Project(EXAMPLES)
  for (const name of [
    '@tanstack',
    '@types',
    'axios',
    'express',
    'fastify',
    'hono',
    'ky',
    'msw',
    'openapi-fetch',
    'react',
    'swr',
    'valibot',
    'zod',
  ])
    symlinkSync(join(ROOT, 'node_modules', name), join(project.folder, 'node_modules', name))
})
afterAll(() => project.remove())

test('every example of the pages compiles', async () => {
  const outputs = [
    'client',
    'server',
    'webhooks',
    'fetch',
    'query',
    'swr',
    'schemas',
    'responses',
    'msw',
    'factories',
    'valibot',
    'zod',
  ].map((name) => `'${name}'`)
  project.write(
    'concordat.config.ts',
    `export default { document: 'openapi.yaml', output: 'generated', outputs: [${outputs}] }\n`,
  )
  const { status, stderr } = await project.concordat(['generate'])
  expect(status, stderr).toBe(0)
  expect((await project.concordat(['stubs', 'handlers'])).status).toBe(0)
  for (const { name, block } of examples) project.write(name, moduleOf(block))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
  }
  const files = examples.map(({ name }) => name)
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  const compiler = join(ROOT, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: project.folder,
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
  expect(examples.length).toBeGreaterThan(25)
})
