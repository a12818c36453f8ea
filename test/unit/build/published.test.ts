import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishedManifest, sharedMetadata } from '../../../build/manifest.ts'
import { whyNotPublished } from '../../../build/release/ready.ts'
import { vendor } from '../../../build/vendor.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'concordat-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

const manifest = {
  name: '@concordat/runtime',
  version: '0.2.0',
  private: true,
  exports: { './client': './client/client.ts', './package.json': './package.json' },
  imports: { '#engine': 'engine' },
  devDependencies: { engine: '1.0.0' },
}

test('what a package imports of others is copied into it with its licence, its code minified', async () => {
  const entry = {
    import: { types: './build/index.d.ts', default: './build/index.js' },
    require: './build/index.cjs',
  }
  write('node_modules/engine/package.json', JSON.stringify({ exports: { '.': entry } }))
  for (const file of ['build/index.d.ts', 'build/index.js', 'build/index.cjs', 'LICENSE', 'README.md'])
    write(join('node_modules/engine', file), file)
  write(
    'node_modules/engine/build/index.js',
    '/*! Licensed. */\n/** Adds. */\nexport function add(first, second) {\n  return first + second\n}\n',
  )
  const vendored = await vendor({ manifest, root, target: join(root, 'dist') })
  expect(vendored).toEqual({ '#engine': './vendor/engine/build/index.js' })
  const copy = (file: string) => join(root, 'dist/vendor/engine', file)
  expect(readFileSync(copy('LICENSE'), 'utf8')).toBe('LICENSE')
  const code = readFileSync(copy('build/index.js'), 'utf8')
  expect(code).toContain('/*! Licensed. */')
  expect(code).not.toMatch(/Adds|second/)
  const { add } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(add(1, 2)).toBe(3)
  for (const file of ['build/index.cjs', 'build/index.d.ts']) expect(existsSync(copy(file)), file).toBe(false)
  expect(publishedManifest(manifest, vendored)).toEqual({
    name: '@concordat/runtime',
    version: '0.2.0',
    exports: {
      './client': { types: './client/client.d.ts', default: './client/client.js' },
      './package.json': './package.json',
    },
    typesVersions: { '*': { client: ['./client/client.d.ts'] } },
    imports: vendored,
  })
})

test('what is built for `require` too says so first, with types of its own', () => {
  const { exports } = publishedManifest(manifest, {}, 'commonjs')
  expect(Object.entries(exports['./client'] ?? {})).toEqual([
    ['require', { types: './commonjs/client/client.d.ts', default: './commonjs/client/client.js' }],
    ['types', './client/client.d.ts'],
    ['default', './client/client.js'],
  ])
})

test('a package that may not be copied without its licence stops the build', async () => {
  const entry = { import: { types: './index.d.ts', default: './index.js' } }
  write('node_modules/engine/package.json', JSON.stringify({ exports: { '.': entry } }))
  for (const file of ['index.d.ts', 'index.js']) write(join('node_modules/engine', file), file)
  await expect(vendor({ manifest, root, target: join(root, 'dist') })).rejects.toThrow('LICENSE')
})

test('every package has the metadata of the root, which must have all of it', () => {
  const root = {
    keywords: ['openapi'],
    homepage: 'https://concordat.example',
    bugs: { url: 'https://concordat.example/bugs' },
    repository: { type: 'git', url: 'git+https://git.example/concordat.git' },
    author: 'Somebody',
  }
  expect(sharedMetadata(root, '.')).toEqual(root)
  expect(sharedMetadata(root, 'runtime/mock').repository).toEqual({
    ...root.repository,
    directory: 'runtime/mock',
  })
  const { repository: _, homepage: __, ...rest } = root
  expect(() => sharedMetadata(rest, '.')).toThrow('has no "homepage", "repository"')
})

test('a release names its repository, and has its changes written down', () => {
  const manifest = { version: '0.2.0', repository: { url: 'git+https://github.com/OWNER/concordat.git' } }
  expect(whyNotPublished({ manifest, changelog: '# Changelog\n## [Unreleased]\n' })).toEqual([
    expect.stringContaining('"OWNER"'),
    expect.stringContaining('no section "## [0.2.0] - DATE"'),
  ])
  const ready = { version: '0.2.0', repository: { url: 'git+https://github.com/somebody/concordat.git' } }
  expect(whyNotPublished({ manifest: ready, changelog: '# Changelog\n\n## [0.2.0] - 2026-12-01\n' })).toEqual(
    [],
  )
})
