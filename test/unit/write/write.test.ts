import { mkdtempSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GENERATED_MARK } from '../../../generator/emit/header.ts'
import { compareFiles, writeFiles, writeFileWhole } from '../../../generator/write/write.ts'

const HEADER = `// ${GENERATED_MARK} from the OpenAPI document "Pets".\n`

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'concordat-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return join(root, 'out')
}

async function put(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), text)
  }
}

async function names(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort()
}

describe('writeFiles', () => {
  test('makes folders, and leaves no temporary file', async () => {
    const out = folder()
    const report = await writeFiles(
      out,
      new Map([
        ['a.ts', HEADER],
        ['b/c.ts', HEADER],
      ]),
    )
    expect(report).toEqual({ written: ['a.ts', 'b/c.ts'], unchanged: 0, removed: [] })
    expect(await names(out)).toEqual(['a.ts', 'c.ts'])
  })

  test('names the file that cannot be written, and counts those before it', async () => {
    const out = folder()
    await put(out, { 'b.ts/own.txt': '' })
    const pair = (first: string, second: string) =>
      new Map([
        [first, HEADER],
        [second, HEADER],
      ])
    await expect(writeFiles(out, pair('b.ts', 'c.ts'))).rejects.toThrow(
      /out\/b\.ts" cannot be written: .*\. Nothing was changed\.$/s,
    )
    await expect(writeFiles(out, pair('a.ts', 'b.ts'))).rejects.toThrow(
      /out\/b\.ts" cannot be written: .*\. Files written before it: 1\.$/s,
    )
    expect(await names(out)).toEqual(['a.ts', 'own.txt'])
  })

  test('writes a text that is given in pieces, and finds it unchanged or changed', async () => {
    const out = folder()
    const pieces = [HEADER, '', 'é'.repeat(70_000), '→', 'x'.repeat(150_000), '\n']
    await writeFiles(out, new Map([['a.ts', pieces]]))
    expect(await readFile(join(out, 'a.ts'), 'utf8')).toBe(pieces.join(''))
    expect(await writeFiles(out, new Map([['a.ts', pieces]]))).toMatchObject({ written: [], unchanged: 1 })
    expect(await compareFiles(out, new Map([['a.ts', pieces.with(3, '←')]]))).toEqual({ stale: ['a.ts'] })
  })

  test('writes a text of several pieces, whose characters of two code units stay whole', async () => {
    const out = folder()
    const [before, behind] = [HEADER + '-'.repeat(2 ** 16 - HEADER.length - 1), 'é\n'.repeat(2 ** 16)]
    const text = `${before}\u{1F408}${behind}`
    await writeFiles(out, new Map([['a.ts', text]]))
    expect(await readFile(join(out, 'a.ts'), 'utf8')).toBe(text)
    expect(await compareFiles(out, new Map([['a.ts', text]]))).toEqual({ stale: [] })
  })

  test('writes only what differs', async () => {
    const out = folder()
    await put(out, { 'a.ts': HEADER, 'b.ts': 'old' })
    const before = await stat(join(out, 'a.ts'))
    expect(
      await writeFiles(
        out,
        new Map([
          ['a.ts', HEADER],
          ['b.ts', HEADER],
        ]),
      ),
    ).toEqual({
      written: ['b.ts'],
      unchanged: 1,
      removed: [],
    })
    const after = await stat(join(out, 'a.ts'))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  test('removes what a former run generated, and never what people wrote', async () => {
    const out = folder()
    await put(out, {
      'old/gone.ts': HEADER,
      'mine.ts': 'export {}\n',
      'quote.ts': `export {}\n${HEADER}`,
      'node_modules/dependency/x.ts': HEADER,
      'empty.ts': '',
    })
    const { removed } = await writeFiles(out, new Map([['a.ts', HEADER]]))
    expect(removed).toEqual(['old/gone.ts'])
    expect(await names(out)).toEqual(['a.ts', 'empty.ts', 'mine.ts', 'quote.ts', 'x.ts'])
  })

  test("leaves another document's files alone, inside of its folder and around it", async () => {
    const out = folder()
    const inner = join(out, 'inner')
    await writeFiles(inner, new Map([['b.ts', HEADER]]), { folders: [out] })
    expect(await writeFiles(out, new Map([['a.ts', HEADER]]), { folders: [inner] })).toMatchObject({
      removed: [],
    })
    expect(await writeFiles(inner, new Map([['c.ts', HEADER]]), { folders: [out] })).toMatchObject({
      removed: ['b.ts'],
    })
    expect(await compareFiles(out, new Map([['a.ts', HEADER]]), { folders: [inner] })).toEqual({ stale: [] })
    expect(await names(out)).toEqual(['a.ts', 'c.ts'])
  })

  test("leaves a folder alone that looks like another document's output", async () => {
    const out = folder()
    const others = { rootFiles: ['types.ts'] }
    const mapOf = (...paths: readonly string[]) => new Map(paths.map((path) => [path, HEADER]))
    await writeFiles(join(out, 'pets'), mapOf('types.ts', 'contract/b.ts'))
    await writeFiles(out, mapOf('a.ts', 'client/old.ts'), others)
    expect(await writeFiles(out, mapOf('a.ts'), others)).toMatchObject({ removed: ['client/old.ts'] })
    expect(await compareFiles(out, mapOf('a.ts'), others)).toEqual({ stale: [] })
    expect(await names(join(out, 'pets'))).toEqual(['b.ts', 'types.ts'])
    expect(await writeFiles(out, mapOf('a.ts', 'pets/c.ts'), others)).toMatchObject({
      removed: ['pets/contract/b.ts', 'pets/types.ts'],
    })
  })

  test('refuses a path that leads out of the folder', async () => {
    const out = folder()
    await expect(writeFiles(out, new Map([['../evil.ts', HEADER]]))).rejects.toThrow('is outside')
    expect(await readdir(dirname(out))).toEqual([])
  })
})

describe('writeText', () => {
  test('leaves the old file whole when it fails', async () => {
    const out = folder()
    await mkdir(join(out, 'a.ts'), { recursive: true })
    await expect(writeFileWhole(join(out, 'a.ts'), HEADER)).rejects.toThrow()
    expect(await readdir(out)).toEqual(['a.ts'])
  })
})

describe('compareFiles', () => {
  test('names what is missing, differs or is left over, and writes nothing', async () => {
    const out = folder()
    await put(out, { 'same.ts': HEADER, 'differs.ts': 'x', 'left.ts': HEADER, 'mine.ts': 'y' })
    const files = new Map([
      ['same.ts', HEADER],
      ['differs.ts', HEADER],
      ['missing.ts', HEADER],
    ])
    expect(await compareFiles(out, files)).toEqual({ stale: ['differs.ts', 'missing.ts', 'left.ts'] })
    expect(await readFile(join(out, 'differs.ts'), 'utf8')).toBe('x')
    expect(await names(out)).not.toContain('missing.ts')
  })

  test('a folder that does not exist lacks every file', async () => {
    expect(await compareFiles(folder(), new Map([['a.ts', HEADER]]))).toEqual({ stale: ['a.ts'] })
  })
})
