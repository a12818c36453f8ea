import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configuredImportExtension } from '../../../generator/configuration/import-extension.ts'
import { UsageError } from '../../../generator/errors/problem.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'concordat-tsconfig-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(name: string, content: unknown): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
}

const options = (compilerOptions: object) => ({ compilerOptions })

test.each([
  ['.ts', { module: 'nodenext', allowImportingTsExtensions: true, noEmit: true }],
  ['.ts', { module: 'NodeNext', rewriteRelativeImportExtensions: true }],
  ['.ts', { module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true }],
  ['.js', { module: 'nodenext' }],
  ['.js', { module: 'Node16' }],
  ['.js', { module: 'node20', target: 'es2024' }],
  ['.js', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['', { module: 'esnext', moduleResolution: 'bundler' }],
  ['', { module: 'preserve' }],
  ['', { module: 'commonjs', moduleResolution: 'node10' }],
  ['', { module: 'commonjs', moduleResolution: 'node' }],
  ['', {}],
])('%j is what compiles under %j', (extension, compilerOptions) => {
  write('tsconfig.json', options(compilerOptions))
  expect(configuredImportExtension(join(root, 'generated'))).toBe(extension)
})

test('without a tsconfig.json Node runs the files as they are', () => {
  expect(configuredImportExtension(join(root, 'generated'))).toBe('.ts')
})

test('the nearest tsconfig.json counts, with what it extends and its comments', () => {
  write('tsconfig.json', options({ allowImportingTsExtensions: true }))
  write('base/tsconfig.base.json', '{ // shared\n "compilerOptions": { "module": "nodenext", }, }')
  write('packages/api/tsconfig.json', { extends: '../../base/tsconfig.base.json' })
  expect(configuredImportExtension(join(root, 'packages/api/src/generated'))).toBe('.js')
})

test('of several projects in one folder the one that has the output counts', () => {
  write('tsconfig.json', { files: [], references: [{ path: './tsconfig.node.json' }, { path: './app' }] })
  write('tsconfig.node.json', { ...options({ module: 'nodenext' }), include: ['vite.config.ts'] })
  write('app/tsconfig.json', {
    ...options({ moduleResolution: 'bundler', allowImportingTsExtensions: true }),
    include: ['../src'],
  })
  expect(configuredImportExtension(join(root, 'src/api'))).toBe('.ts')
})

test('a tsconfig.json that cannot be read is the fault of the project', () => {
  write('tsconfig.json', { extends: './missing.json' })
  expect(() => configuredImportExtension(join(root, 'generated'))).toThrow(UsageError)
  expect(() => configuredImportExtension(join(root, 'generated'))).toThrow(/missing\.json.*"importExtension"/)
})
