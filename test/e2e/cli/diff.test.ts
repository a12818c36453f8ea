import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folder, openapi } from '../../unit/load/folder.ts'

const CLI = resolve(import.meta.dirname, '../../../generator/cli.ts')

const pets = (more = '') =>
  openapi(`paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets]
      responses:
        '200': { description: Done, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
${more}`)
const OLD = pets(`    delete: { operationId: dropPets, responses: { '204': { description: Gone } } }
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer } } }
`)
const NEW = pets(`components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: [string, 'null'] }, size: { type: integer } } }
`)

function diff(cwd: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [CLI, 'diff', ...args], { cwd, encoding: 'utf8' })
}

/** Commits all files in a folder to `main`. */
function repository(cwd: string): void {
  const git = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a.test', ...args], {
      cwd,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
  }
  git('init', '-q', '-b', 'main')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
}

test('two files: the worst first, with places, and exit code 1', async () => {
  const cwd = await folder({ 'old.yaml': OLD, 'new.yaml': NEW })
  const { stdout, status } = diff(
    cwd,
    'old.yaml',
    'new.yaml',
    '--report',
    'json=a.json',
    '--report',
    'markdown=a.md',
  )
  expect(status).toBe(1)
  expect(stdout).toBe(`old.yaml → new.yaml

Breaks callers even if they change nothing (error)
  DELETE /pets was removed
    operation-removed; callers' source, the server's source, the wire; dropPets
    old.yaml:10:5
  Pet.name can now be null
    response-became-nullable; callers' source, callers at run time; listPets
    new.yaml:12:58

Breaks callers that regenerate code or validate responses (warning)
  Pet.age was removed
    response-optional-property-removed; callers' source, the server's source; listPets
    old.yaml:13:82

Breaks no caller (info)
  1 requires no changes: 1 response-property-added-optional.

4 changes: 2 errors, 1 warning, 1 info.
--report changelog=FILE or --report json=FILE writes all of them.
`)
  const report = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8'))
  expect(report.totals).toEqual({ error: 2, warning: 1, info: 1 })
  expect(report.changes[1]).toMatchObject({
    kind: 'response-became-nullable',
    breaks: ['callerSource', 'callerRunTime'],
    operations: ['listPets'],
    old: { file: 'old.yaml', line: 13 },
    new: { file: 'new.yaml', line: 12 },
  })
  expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toContain(
    "| **Pet.name** can now be null | callers' source, callers at run time | listPets | `response-became-nullable` | `new.yaml:12:58` |",
  )
})

test('reports for a changelog, for test results and for code scanning', async () => {
  const cwd = await folder({
    'old.yaml': OLD,
    'new.yaml': NEW,
    'ignore.yaml': 'ignore: [{ label: Pet.age, reason: was never sent }]',
  })
  const reports = ['changelog=a.md', 'junit=a.xml', 'sarif=a.sarif'].flatMap((text) => ['--report', text])
  diff(cwd, 'old.yaml', 'new.yaml', '--ignore', 'ignore.yaml', ...reports)
  expect(readFileSync(join(cwd, 'a.md'), 'utf8')).toBe(`## 1

### Breaking
- **DELETE /pets** was removed
- **Pet.name** can now be null (\`GET /pets\`)

### Removed
- **Pet.age** was removed (\`GET /pets\`)

### Added
- **Pet.size** is new (\`GET /pets\`)
`)
  const junit = readFileSync(join(cwd, 'a.xml'), 'utf8')
  expect(junit).toContain(
    '<testsuites name="old.yaml → new.yaml" tests="4" failures="2" errors="0" time="0.000">',
  )
  expect(junit).toContain('<skipped message="ignored: was never sent"/>')
  expect(junit).toContain(`<testcase name="Pet.name can now be null" classname="listPets" time="0.000">
      <failure message="Pet.name can now be null" type="response-became-nullable">breaks callers' source, callers at run time
new.yaml:12:58</failure>`)
  const [run] = JSON.parse(readFileSync(join(cwd, 'a.sarif'), 'utf8')).runs
  expect(run.results.map((one: { ruleId: string; level: string }) => `${one.level} ${one.ruleId}`)).toEqual([
    'error operation-removed',
    'error response-became-nullable',
    'note response-property-added-optional',
  ])
  const place = (line: number, column: number, uri: string) => ({
    artifactLocation: { uri },
    region: { startLine: line, startColumn: column },
  })
  expect(run.results[0]).toMatchObject({
    locations: [{ physicalLocation: { artifactLocation: { uri: 'new.yaml' } } }],
    relatedLocations: [{ physicalLocation: place(10, 5, 'old.yaml') }],
  })
  expect(run.results[1].locations[0].physicalLocation).toEqual(place(12, 58, 'new.yaml'))
})

test('every error is listed, on the terminal and for a pull request', async () => {
  const parameters = (count: number) =>
    openapi(
      `paths:\n${Array.from({ length: count }, (_, index) => `  /pets/${index}: { get: { operationId: get${index}, responses: { '204': { description: Done } } } }\n`).join('')}`,
    )
  const cwd = await folder({ 'old.yaml': parameters(100), 'new.yaml': parameters(1) })
  const { stdout } = diff(cwd, 'old.yaml', 'new.yaml', '--report', 'markdown=a.md')
  expect(stdout.match(/was removed/g)).toHaveLength(99)
  expect(readFileSync(join(cwd, 'a.md'), 'utf8').match(/was removed/g)).toHaveLength(99)
})

test('what is meant does not fail, and is named with its reason; entries for nothing are told', async () => {
  const ignore = `severities: { response-became-nullable: info }
ignore:
  - { kind: operation-removed, operation: dropPets, reason: nobody calls it }
  - { label: Dog, reason: long gone }
`
  const cwd = await folder({ 'old.yaml': OLD, 'new.yaml': NEW, 'ignore.yaml': ignore })
  const args = ['old.yaml', 'new.yaml', '--ignore', 'ignore.yaml']
  const { stdout, status } = diff(cwd, ...args)
  expect(stdout).toContain('1 entry in the ignore file matches no change')
  expect(stdout).toMatch(/\n4 changes: 1 warning, 2 info, 1 ignored\.\n--report changelog=FILE/)
  expect(status).toBe(0)
  expect(diff(cwd, ...args, '--fail-on', 'warning').status).toBe(1)
  expect(diff(cwd, ...args, '--severity', 'response-became-nullable=error').status).toBe(1)
  expect(diff(cwd, 'old.yaml', 'new.yaml', '--fail-on', 'never').status).toBe(0)
})

test.each([
  [
    'ignore: [{ kind: operation-remove, reason: x }]',
    'there is no kind of change "operation-remove". Did you mean "operation-removed"?',
  ],
  ['ignore: [{ kind: operation-removed }]', 'ignore[0]: it has no "reason".'],
  ['ignore: [{ reason: all }]', 'would ignore every change'],
  ['ignored: []', 'unknown property "ignored". Did you mean "ignore"?'],
  ['severities: { operation-removed: fatal }', 'is not one of error, warning, info'],
])('a wrong file of what is meant is refused: %s', async (text, message) => {
  const cwd = await folder({ 'old.yaml': OLD, 'ignore.yaml': text })
  const { stderr, status } = diff(cwd, 'old.yaml', 'old.yaml', '--ignore', 'ignore.yaml')
  expect(stderr).toContain(message)
  expect(status).toBe(2)
})

test('a revision of git is read with the files that it refers to, whatever is checked out', async () => {
  const cwd = await folder({})
  mkdirSync(join(cwd, 'api/parts'), { recursive: true })
  const main = openapi(`paths:
  /pets:
    get: { operationId: listPets, responses: { '200': { description: Done, content: { application/json: { schema: { $ref: 'parts/pet.yaml' } } } } } }
`)
  const part = 'type: object\nproperties: { name: { type: string } }\n'
  writeFileSync(join(cwd, 'api/openapi.yaml'), main)
  writeFileSync(join(cwd, 'api/parts/pet.yaml'), part)
  repository(cwd)
  writeFileSync(join(cwd, 'api/parts/pet.yaml'), part.replace('string', 'integer'))
  const { stdout, status } = diff(cwd, 'main:api/openapi.yaml', 'api/openapi.yaml', '--report', 'json=a.json')
  expect(stdout).toContain('name was string; is now integer')
  expect(status).toBe(1)
  const [change] = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8')).changes
  expect(change).toMatchObject({
    old: { file: 'main:api/parts/pet.yaml', line: 2 },
    new: { file: 'api/parts/pet.yaml', line: 2 },
  })
  expect(diff(join(cwd, 'api'), 'main:./openapi.yaml', 'openapi.yaml').stdout).toContain(
    'was string; is now integer',
  )
  expect(diff(cwd, 'other:api/openapi.yaml', 'api/openapi.yaml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('git has no revision "other"'),
  })
  expect(diff(cwd, 'main:openapi.json', 'api/openapi.yaml').stderr).toContain(
    'the revision "main" has no file "openapi.json"',
  )
})

test('references may lead out of the folder of a document: below --root, or anywhere in a revision', async () => {
  const part = `Done: { description: Done, content: { application/json: { schema: { type: integer } } } }\n`
  const main = openapi(`paths:
  /pets: { get: { operationId: listPets, responses: { '200': { $ref: '../common/parts.yaml#/Done' } } } }
`)
  const cwd = await folder({ 'api/openapi.yaml': main, 'common/parts.yaml': part })
  repository(cwd)
  writeFileSync(join(cwd, 'common/parts.yaml'), part.replace('integer', 'string'))
  const sides = ['main:api/openapi.yaml', 'api/openapi.yaml']
  expect(diff(cwd, ...sides).stderr).toContain('reference-outside-root')
  expect(diff(cwd, ...sides, '--root', '.').stdout).toContain('was integer; is now string')
  const inside = diff(join(cwd, 'api'), 'main:./openapi.yaml', 'openapi.yaml', '--root', '..')
  expect(inside.stdout).toContain('was integer; is now string')
})

test('a prefix of paths that counts as nothing', async () => {
  const cwd = await folder({ 'old.yaml': OLD, 'new.yaml': OLD.replace('/pets:', '/v2/pets:') })
  expect(diff(cwd, 'old.yaml', 'new.yaml').status).toBe(1)
  expect(diff(cwd, 'old.yaml', 'new.yaml', '--strip-prefix', '/v2')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('No changes that affect anyone'),
  })
})

test('outside of a repository, a name of a revision says so', async () => {
  const cwd = await folder({ 'old.yaml': OLD })
  expect(diff(cwd, 'old.yaml', 'main:old.yaml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      '"main:old.yaml" refers to a file in a git revision, but this folder is not in a git repository',
    ),
  })
})

test('two arguments are needed, and options of other commands are refused', async () => {
  const cwd = await folder({ 'old.yaml': OLD })
  expect(diff(cwd, 'old.yaml').stderr).toContain('"concordat diff" needs OLD and NEW.')
  expect(diff(cwd, 'old.yaml', 'old.yaml', 'third').stderr).toContain('"third" is one argument too many')
  expect(diff(cwd, 'old.yaml', 'old.yaml', '--config', 'x.ts').stderr).toContain(
    '"--config" is available only with',
  )
  expect(diff(cwd, 'old.yaml', 'old.yaml', '--report', 'har=a.har').stderr).toContain(
    'Formats: json, markdown, changelog, html, junit, sarif.',
  )
  expect(diff(cwd, 'old.yaml', 'old.yaml')).toMatchObject({
    status: 0,
    stdout: 'old.yaml → old.yaml\n\nNo changes that affect anyone.\n',
  })
})
