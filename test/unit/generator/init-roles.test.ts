import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askRole } from '../../../generator/commands/init/ask-role.ts'
import { neededPackages } from '../../../generator/commands/init/needed-packages.ts'
import {
  addedScriptsLine,
  projectOutputs,
  readProject,
  withProjectScripts,
} from '../../../generator/commands/init/project.ts'
import { readDocumentForInit } from '../../../generator/commands/init/read-within.ts'
import { projectRoles, rolesLine } from '../../../generator/commands/init/role-of.ts'
import { resolveConfig } from '../../../generator/configuration/read-config.ts'
import { folder, openapi } from '../load/folder.ts'

const project = async (packages: readonly string[], files: Readonly<Record<string, string>> = {}) => {
  const dependencies = Object.fromEntries(packages.map((name) => [name, '1']))
  const made = await folder({ 'package.json': JSON.stringify({ dependencies }) })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(made, name)), { recursive: true })
    writeFileSync(join(made, name), text)
  }
  return readProject(made)
}

test.each<
  [string, readonly string[], Readonly<Record<string, string>>, readonly string[], readonly string[]]
>([
  ['components are tested', ['react', 'vitest'], {}, ['call'], ['client']],
  ['forms', ['react', 'react-hook-form'], {}, ['call'], ['client', 'schemas']],
  ['forms on the server', ['@conform-to/react'], {}, ['call'], ['client', 'schemas']],
  ['validators of any kind', ['vue', '@standard-schema/spec'], {}, ['call'], ['client', 'schemas']],
  ['pages without handlers', ['next', 'react'], {}, ['call'], ['client']],
  [
    'pages with handlers',
    ['next', 'react'],
    { 'src/app/api/pets/route.ts': '' },
    ['build', 'call'],
    ['client', 'server'],
  ],
  ['a framework of modules', ['@nestjs/core', 'vitest'], {}, ['build'], ['server', 'contract']],
  ['a server of the edge', ['h3'], {}, ['build'], ['server']],
  ['a service and its pages', ['nitro', 'vue'], {}, ['build', 'call'], ['client', 'server']],
  ['a service in Go', [], { 'go.mod': '' }, ['test'], []],
  ['a service in Python', ['vitest'], { 'pyproject.toml': '' }, ['test'], ['contract']],
  ['nothing but the command', ['concordat'], {}, ['call'], ['client']],
])(
  '%s: what a project has shows its role, and outputs follow',
  async (_, packages, files, roles, outputs) => {
    const made = await project(packages, files)
    const found = projectRoles(made, 'openapi.yaml')
    expect(found.roles).toEqual(roles)
    expect(projectOutputs(made, found.roles)).toEqual(outputs)
  },
)

test('an address alone is a service to test, and to call where the runtime is installed', async () => {
  const address = 'https://pets.example/openapi.json'
  expect(projectRoles(await project(['concordat']), address).roles).toEqual(['test'])
  expect(projectRoles(await project(['concordat', '@concordat/runtime']), address).roles).toEqual(['call'])
})

test('one line says why, and how to get what is left out', async () => {
  expect(rolesLine(projectRoles(await project(['react', 'vitest']), 'openapi.yaml'))).toBe(
    'The project contains react, so you probably call the service. Omitted: handler types and an app (--role build), contract tests (--role test).',
  )
})

test('the answer may be one letter, and none is the guess', async () => {
  const asked = async (text: string) => {
    const [input, output] = [new PassThrough(), new PassThrough()]
    input.end(text)
    const role = await askRole('call', { input, output })
    return [role, String(output.read())]
  }
  expect(await asked('what\nb\n')).toEqual([
    'build',
    expect.stringContaining('Do you call, build or test the service? [call] '),
  ])
  expect((await asked('\n'))[0]).toBe('call')
  expect((await asked(''))[0]).toBe('call')
})

test('what generated files import is to be installed, each with its reason, and nothing else', async () => {
  const made = await project(['valibot'], {
    'generated/client.ts':
      "import { createClient } from '@concordat/runtime/client'\nimport type { Pet } from './types.ts'\n",
    'generated/valibot.ts': "import * as v from 'valibot'\n",
    'generated/contract/pets.test.ts':
      "import { test } from 'vitest'\nimport { contract } from './contract.ts'\n",
    'generated/contract/contract.ts': "import { type Contract } from '@concordat/contract'\n",
    'generated/msw.ts':
      "import { createMock } from '@concordat/mock'\nimport { http } from 'msw'\nimport { readFile } from 'node:fs'\n",
  })
  const options = { folder: join(made.folder, 'generated'), outputs: ['client', 'contract', 'msw'] } as const
  expect(neededPackages(made, options)).toEqual({
    install: [
      'npm install @concordat/runtime',
      'npm install --save-dev concordat @concordat/contract vitest @concordat/mock msw',
    ],
    reasons: {
      '@concordat/contract': 'contract/contract.ts imports it',
      '@concordat/mock': 'msw.ts imports it',
      '@concordat/runtime': 'client.ts imports it',
      concordat: 'pins this command to the same version for everyone',
      msw: 'msw.ts imports it',
      vitest: 'contract/pets.test.ts imports it',
    },
  })
  const none = { folder: join(made.folder, 'none'), outputs: [] }
  expect(neededPackages(made, none).install).toEqual(['npm install --save-dev concordat'])
})

test('added scripts are said with what takes them away, and in a workspace with what runs them all', async () => {
  const made = await folder({ 'package.json': '{"workspaces":["app"]}', 'app/package.json': '{}' })
  const app = readProject(join(made, 'app'))
  expect(addedScriptsLine(app, withProjectScripts(app)?.added ?? [])).toBe(
    `package.json: added "generate" and "generate:check". To remove them: npm pkg delete scripts.generate scripts.generate:check
To generate code in every package from the workspace root: npm run generate --workspaces --if-present`,
  )
})

test('references outside the folder set the root, but not out of the repository', async () => {
  const document = openapi("paths: { /pets: { $ref: '../shared/pets.yaml#/pets' } }\n")
  const made = await folder({
    'api/openapi.yaml': document,
    'shared/pets.yaml':
      "pets: { get: { operationId: listPets, responses: { '200': { description: Done } } } }\n",
  })
  const config = resolveConfig({ document: 'api/openapi.yaml', output: 'generated' }, made)
  await expect(readDocumentForInit(config)).rejects.toThrow('reference-outside-root')
  mkdirSync(join(made, '.git'))
  const { root, model } = await readDocumentForInit(config)
  expect(root).toBe(made)
  expect(model.operations.map(({ name }) => name)).toEqual(['listPets'])
})
