import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checks } from '@concordat/contract/checks'
import { expect, test } from 'vitest'
import { CODES } from '../../generator/errors/codes.ts'
import { REMEDIES } from '../../generator/errors/remedies.ts'
import { COMMANDS } from '../../generator/options/declaration/commands.ts'
import { OPTIONS } from '../../generator/options/options.ts'
import { declaredObjects } from '../../generator/options/print/declared.ts'

const root = resolve(import.meta.dirname, '../..')
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const pages = ['README.md', ...docs.map((name) => `docs/${name}`)]
const read = (page: string): string => readFileSync(join(root, page), 'utf8')

/**
 * Counts the visible words on a page that contain a letter or digit, excluding table bars, anchors and
 * comments.
 */
const wordsOf = (text: string): number =>
  text
    .replaceAll(/<!--[\s\S]*?-->|<a id="[^"]*"><\/a>/g, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

/** Returns a page's prose, without headings, code, comments and link targets. */
function proseOf(page: string): string {
  return page
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/^#.*$/gm, '\n')
    .replaceAll(/\]\([^)]*\)/g, ']')
}

/** Returns paragraphs, list items and table cells. */
function blocksOf(prose: string): readonly string[] {
  return prose
    .split(/\n{2,}|\n(?=[-|#>]|\d+\. )/)
    .filter((block) => !/^\s*(?:!\[|$)/.test(block))
    .flatMap((block) => (block.startsWith('|') ? block.split(' | ') : [block]))
    .map((block) =>
      block
        .replace(/^(?:[-|>] |\d+\. )/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
}

const sentencesOf = (block: string): readonly string[] => block.split(/(?<=[.?!:]) (?=[A-Z`*"[])/)

/** Patterns for sentences that read as translated, by the reason. */
const ODD: Readonly<Record<string, RegExp>> = {
  'a clause as subject':
    /^(?:What|Whether|Who|Whoever|Whatever) (?!(?:is|are|do|does|can|should)\b)[^?]*[.;:]?$/,
  'a fronted "of"': /^Of (?!\d)/,
  'a noun that is missing': /\b(?:what is not|for who |to who |what else |so it is)\b/i,
  'a private word':
    /\b(?:lessons?|trespass|acquaintances?|admissions?|twins|revivals?|tally|leading|takers?|stamps?|sights?|spare item|plain item|unheeded)\b/i,
  'a verb of our own':
    /\b(?:is got|is had|are had|is told of|is called otherwise|is made up for|handed over to be)\b/i,
  journal:
    /\b(?:until now|no longer (?:has|have|had) been|was mended|were mended|wanted: |before this (?:change|work)|this session|last week|aim of)\b/i,
}

/** Commit hashes belong in a repository's log. */
const COMMIT = /`[0-9a-f]{7,12}`/

function oddIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    Object.entries(ODD).flatMap(([why, pattern]) => (pattern.test(text) ? [`${why}: ${text}`] : [])),
  )
}

test('the patterns find sentences that read as translated', () => {
  const odd = [
    'What puts an item in the place of what is above it is sent only below the own items.',
    'Whether a method is there, is not known.',
    'Of operations with the same path, the first wins.',
    'What was mended',
    'A run that may write to what is not its own.',
  ]
  for (const text of odd) expect(oddIn([text]), text).not.toEqual([])
  const right = [
    'What is a finding?',
    'The run skips undocumented methods.',
    'Of 191 findings, 54 % were useful.',
  ]
  expect(oddIn(right)).toEqual([])
})

test.each(pages)('%s reads as a native engineer writes', (page) => {
  const prose = proseOf(read(page))
  expect(oddIn(blocksOf(prose).flatMap(sentencesOf))).toEqual([])
  expect(COMMIT.exec(prose)?.[0]).toBeUndefined()
})

test('so do problems, options, commands and rules', () => {
  const texts = [
    ...Object.values(CODES),
    ...Object.values(REMEDIES),
    ...Object.values(COMMANDS).map(({ means }) => means),
    ...Object.values(OPTIONS).map(({ means }) => means),
    ...declaredObjects().flatMap(({ means, members }) => [
      means,
      ...Object.values(members).map((member) => member.means),
    ]),
    ...checks.flatMap(({ description, example, fix, assertions }) => [
      ...[description, example, fix],
      ...assertions.map(({ asserts }) => asserts),
    ]),
  ]
  expect(texts.length).toBeGreaterThan(250)
  expect(oddIn(texts.flatMap(sentencesOf))).toEqual([])
})

test('sentences are short', () => {
  const lengths = pages
    .flatMap((page) => blocksOf(proseOf(read(page)).replaceAll(/^\|.*$/gm, '')))
    .flatMap(sentencesOf)
    .map(wordsOf)
    .filter((length) => length > 0)
    .sort((one, other) => one - other)
  expect(lengths.length).toBeGreaterThan(300)
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(16)
})

test('there are at most twenty pages, of about twenty thousand words with README', () => {
  expect(docs.length).toBeLessThanOrEqual(20)
  expect(pages.map((page) => wordsOf(read(page))).reduce((sum, words) => sum + words, 0)).toBeLessThanOrEqual(
    21_000,
  )
})

/** Comments that are generated from descriptions of options. */
const PRINTED = ['generator/options/config/config-types.ts']

/** Faults that are hidden from the authors of rules and tests. */
const SEALED = /^test\/faults\//

const sources = (folders: readonly string[]): readonly string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => /\.m?[jt]sx?$/.test(file) && !/node_modules|\/expected\//.test(file))

test('comments begin with the thing that they describe', () => {
  const files = sources(['generator', 'runtime', 'server', 'build', 'bench', 'test']).filter(
    (file) => !PRINTED.includes(file) && !SEALED.test(file),
  )
  expect(files.length).toBeGreaterThan(2000)
  const CLAUSE = /(?:\/\*\*(?:\s*\n\s*\*)?|^(?!\s*\/\/).*\n\s*\/\/) (?:What|Whether|Of|Who) .*/gm
  const found = files.flatMap((file) => [...read(file).matchAll(CLAUSE)].map(([text]) => `${file}: ${text}`))
  expect(found).toEqual([])
})

test('comments fit into the 110 columns of the formatter', () => {
  const files = sources(['generator', 'runtime', 'server', 'build', 'bench', 'test']).filter(
    (file) => !SEALED.test(file),
  )
  expect(files.length).toBeGreaterThan(2000)
  const found = files.flatMap((file) =>
    [...read(file).matchAll(/^(?=.{111})\s*(?:\/\/|\/?\*).*$/gm)].map(([text]) => `${file}: ${text}`),
  )
  expect(found).toEqual([])
})

/** Words that only this project used, although the field has its own term. */
const PRIVATE =
  /^(?:lessons?|trespass(?:es)?|acquaintances?|admissions?|twins?|revivals?|tally|tallies|takers?|stamps?|sights?|unheeded|strangers?|couriers?|standing|books?|stock|trails?|habits?|spare)$/

test('exported names of the suite are words of the field, each with one owner', () => {
  const folder = join(root, 'runtime/contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(400)
  const exported = files.flatMap((file) =>
    [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => ({ file, name })),
  )
  const named = [...files, ...exported.map(({ file, name }) => `${file} ${name}`)]
  const wordsIn = (name: string): readonly string[] =>
    name
      .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .split(/[^a-z]+/)
  expect(named.filter((name) => wordsIn(name).some((word) => PRIVATE.test(word)))).toEqual([])
  // Each family of rules has a table with this name.
  const owners = Map.groupBy(
    new Set(exported.map(({ file, name }) => `${name} ${file}`)),
    (one) => one.split(' ')[0],
  )
  const shared = [...owners].filter(([name, { length }]) => length > 1 && name !== 'rules')
  expect(shared.map(([name]) => name)).toEqual([])
})
