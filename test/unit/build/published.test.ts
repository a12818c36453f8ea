import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishedManifest } from '../../../build/manifest.ts'
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
  expect(vendored).toEqual({
    '#engine': { types: './vendor/engine/build/index.d.ts', default: './vendor/engine/build/index.js' },
  })
  const copy = (file: string) => join(root, 'dist/vendor/engine', file)
  expect(readFileSync(copy('LICENSE'), 'utf8')).toBe('LICENSE')
  const code = readFileSync(copy('build/index.js'), 'utf8')
  expect(code).toContain('/*! Licensed. */')
  expect(code).not.toMatch(/Adds|second/)
  const { add } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(add(1, 2)).toBe(3)
  expect(existsSync(copy('build/index.cjs'))).toBe(false)
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

test('a package that may not be copied without its licence stops the build', async () => {
  const entry = { import: { types: './index.d.ts', default: './index.js' } }
  write('node_modules/engine/package.json', JSON.stringify({ exports: { '.': entry } }))
  for (const file of ['index.d.ts', 'index.js']) write(join('node_modules/engine', file), file)
  await expect(vendor({ manifest, root, target: join(root, 'dist') })).rejects.toThrow('LICENSE')
})
