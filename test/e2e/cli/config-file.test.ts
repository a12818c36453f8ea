import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NOTES_DOCUMENT } from './notes.ts'
import { Project } from './project.ts'

let project: Project
beforeEach(() => {
  project = new Project(NOTES_DOCUMENT)
})
afterEach(() => project.remove())

const CONFIG = "export default { document: 'openapi.yaml', output: 'out' }\n"

describe('an error of a configuration file is the user’s own, with file and line', () => {
  test.each([
    [
      'a syntax error',
      "export default {\n  document: 'a' output: 'b',\n}\n",
      /^concordat\.config\.ts:2:17 the configuration cannot be loaded: SyntaxError: .+\n$/s,
    ],
    [
      'an error that only JavaScript finds',
      `const a = 1\nconst a = 2\n${CONFIG}`,
      /^concordat\.config\.ts:2:7 .*SyntaxError: Identifier 'a' has already been declared\n$/,
    ],
    [
      'a package that is not installed',
      `// The pool.\nimport pg from "pg-of-nobody/pool"\n${CONFIG}`,
      /^concordat\.config\.ts:2:16 .*Cannot find package 'pg-of-nobody' imported from /,
    ],
    [
      'a file that is not there',
      `import { keys } from './keys.ts'\n${CONFIG}`,
      /^concordat\.config\.ts:1:22 .*Cannot find module /,
    ],
    [
      'an export that is not there',
      `import { readFileSink } from 'node:fs'\n${CONFIG}`,
      /^concordat\.config\.ts:1:10 .*does not provide an export named 'readFileSink'\n$/,
    ],
    [
      'a throw',
      `import { strictEqual } from 'node:assert'\n\nfunction vault() {\n  throw new Error('no vault')\n}\nvault()\n${CONFIG}`,
      /^concordat\.config\.ts:4:9 the configuration cannot be loaded: Error: no vault\n$/,
    ],
    ['a throw of a text', `throw 'no vault'\n${CONFIG}`, /^concordat\.config\.ts .*: no vault\n$/],
    [
      'a throw after waiting',
      `await Promise.reject(new TypeError('late'))\n${CONFIG}`,
      /^concordat\.config\.ts:1:22 .*TypeError: late\n$/,
    ],
    [
      'no default export',
      "export const document = 'a'\n",
      /^concordat\.config\.ts The default export must be/,
    ],
  ])('%s', async (_, text, message) => {
    project.write('concordat.config.ts', text)
    const { status, stderr, stdout } = await project.concordat(['generate'])
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
  })

  test('a wait that never ends', async () => {
    project.write('concordat.config.ts', `await new Promise(() => {})\n${CONFIG}`)
    const { status, stderr } = await project.concordat(['generate'])
    expect(stderr).toContain(
      'concordat.config.ts does not finish loading: it awaits a promise that never settles, or it ends the process.\n',
    )
    expect(status).toBe(2)
  })

  test('also where it lies in a file that it imports', async () => {
    project.write('keys.ts', 'export const key: string = "a"\nthrow new RangeError("keys are gone")\n')
    project.write('concordat.config.ts', `import './keys.ts'\n${CONFIG}`)
    expect(await project.concordat(['generate'])).toMatchObject({
      status: 2,
      stderr: 'keys.ts:2:7 the configuration cannot be loaded: RangeError: keys are gone\n',
    })
  })
})

describe('what a configuration leaves open does not keep a command alive', () => {
  const OPEN = `import { createServer } from 'node:net'
createServer().listen(0, '127.0.0.1')
setInterval(() => {}, 1000)
`

  test('after success, with everything that was printed', async () => {
    project.write('concordat.config.ts', OPEN + CONFIG)
    const { status, stderr } = await project.concordat(['generate'])
    expect(stderr).toMatch(/^out: 4 operations, \d+ files \(\d+ written, 0 unchanged\)\.\n$/)
    expect(status).toBe(0)
  })

  test('after a failure, with its exit code', async () => {
    project.write('concordat.config.ts', OPEN + CONFIG)
    expect((await project.concordat(['generate', '--check'])).status).toBe(1)
    project.write('concordat.config.ts', OPEN + CONFIG.replace('output', 'ouput'))
    expect((await project.concordat(['generate'])).status).toBe(2)
  })
})
