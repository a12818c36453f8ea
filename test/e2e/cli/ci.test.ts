import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load, loadAll } from 'js-yaml'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering, closeAll, listen } from '../../unit/contract/support/listen.ts'
import { NOTES_DOCUMENT, Notes } from './notes.ts'
import { Project, putNpx } from './project.ts'

const root = resolve(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8')

/** Our commands in the page's YAML blocks, except in files that use the action or the included job. */
const [github = [], gitlab = [], hook = []] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)]
  .map(([, text = '']) => linesOf(load(text)).filter((line) => /^npx concordat(@\S+)? /.test(line)))
  .filter((lines) => lines.length > 0)

/** Commands in our action's steps; those after the first three publish the reports. */
const ACTION = load(readFileSync(join(root, '.github/actions/contract/action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: {
    readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[]
  }
  readonly outputs: Readonly<Record<string, { readonly value: string }>>
}
const steps = ACTION.runs.steps.flatMap(({ run }) => (run === undefined ? [] : [run]))
const action = steps.slice(0, 3)

/** The job that other projects include, after the declaration of its inputs. */
const [SPEC, JOB] = loadAll(readFileSync(join(root, '.gitlab/contract.yml'), 'utf8')) as [
  { readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> } },
  {
    readonly contract: {
      readonly image: string
      readonly variables: Readonly<Record<string, string>>
      readonly script: readonly string[]
    }
  },
]
const included = JOB.contract.script

/** Returns every line of every string in a value. */
function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('\n').map((line) => line.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(linesOf) : []
}

let project: Project
let baseUrl: string
/** A repository whose main branch has the document, with a feature branch checked out. */
beforeEach(async () => {
  project = new Project(NOTES_DOCUMENT)
  project.write('.gitignore', 'node_modules\nbin\n')
  project.write(
    'concordat.config.ts',
    "export default { document: 'openapi.yaml', output: 'generated', outputs: ['client'], verify: { rules: ['conformance'] } }\n",
  )
  putNpx(project.folder)
  expect((await project.concordat(['generate'])).status).toBe(0)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: project.folder,
    })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  git('checkout', '-q', '-b', 'work')
  const notes = new Notes()
  baseUrl = await listen(answering((request) => notes.answer(request)))
})
afterEach(() => {
  project.remove()
  closeAll()
})

/** Runs a command line in a shell, as a CI job does. */
function job(
  line: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number | null; readonly text: string }> {
  const env = {
    ...process.env,
    PATH: `${join(project.folder, 'bin')}:${process.env['PATH']}`,
    NO_COLOR: '1',
    BASE_URL: baseUrl,
    GITHUB_BASE_REF: 'main',
    RUNNER_TEMP: project.folder,
    GITHUB_STEP_SUMMARY: join(project.folder, 'summary.md'),
    GITHUB_OUTPUT: join(project.folder, 'outputs.txt'),
    VERSION: ACTION.inputs['version']?.default ?? '',
    ...{ SOURCE: '', START: '', WAIT_FOR: '', TOKEN: '' },
    GITHUB_ACTION_PATH: join(root, '.github/actions/contract'),
    DOCUMENT: 'openapi.yaml',
    ARGUMENTS: '--rule conformance',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    ...more,
  }
  return new Promise((done) => {
    const shell = spawn('sh', ['-ec', line], { cwd: project.folder, env })
    let text = ''
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (text += chunk))
    shell.on('close', (status) => done({ status, text }))
  })
}

test('the page has a check, a comparison and a run for both, and a check for the hook', () => {
  const commands = (lines: readonly string[]) => lines.map((line) => line.split(' ')[2])
  expect([github, gitlab, hook].map(commands)).toEqual([
    ['generate', 'diff', 'verify'],
    ['generate', 'diff', 'verify'],
    ['generate'],
  ])
})

test('the page names the version that is published', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(new Set(page.match(/(?<=concordat@|contract@v|ref: v)\d+\.\d+\.\d+/g))).toEqual(new Set([version]))
  expect([ACTION.inputs['version']?.default, SPEC.spec.inputs['version']?.default]).toEqual([
    version,
    version,
  ])
})

test('the action asks the same, and every input that it takes is used', () => {
  const commands = (lines: readonly string[]) =>
    lines.flatMap((line) => [...line.matchAll(/npx "concordat@\$VERSION" (\w+)/g)].map(([, name]) => name))
  expect(commands(action)).toEqual(['generate', 'diff', 'verify'])
  expect(commands(included)).toEqual(['generate', 'diff', 'verify'])
  const used = ACTION.runs.steps.flatMap(({ env = {} }) =>
    Object.values(env).flatMap((value) => /inputs\.([\w-]+)/.exec(value)?.[1] ?? []),
  )
  expect(new Set(used)).toEqual(new Set(Object.keys(ACTION.inputs)))
  const asked = linesOf(JOB).flatMap((line) => /\$\[\[ inputs\.([\w-]+) \]\]/.exec(line)?.[1] ?? [])
  expect(new Set(asked)).toEqual(new Set(Object.keys(SPEC.spec.inputs)))
})

test('every job passes where nothing changed, and leaves its reports', async () => {
  for (const line of [...github, ...gitlab, ...hook, ...steps]) {
    const { status, text } = await job(line)
    expect(status, `${line}\n${text}`).toBe(0)
  }
  const outputs = readFileSync(join(project.folder, 'outputs.txt'), 'utf8').trim().split('\n')
  expect(outputs).toEqual([`sarif=${join(project.folder, 'concordat.sarif')}`, 'failed=0'])
  expect(Object.keys(ACTION.outputs)).toEqual(outputs.map((line) => line.split('=')[0]))
  const reports = ['diff.md', 'contract.md', 'concordat.sarif', 'contract.xml', 'contract.html', 'summary.md']
  for (const file of reports) expect(existsSync(join(project.folder, file)), file).toBe(true)
  const sarif = JSON.parse(readFileSync(join(project.folder, 'concordat.sarif'), 'utf8'))
  expect(sarif.version).toBe('2.1.0')
})

test('a repository without package.json and configuration is served by action and included job', async () => {
  for (const file of ['package.json', 'concordat.config.ts', 'node_modules', 'generated'])
    rmSync(join(project.folder, file), { recursive: true, force: true })
  for (const line of [
    ...steps,
    ...included.map((line) =>
      line.replace('git fetch', 'git rev-parse origin/main > .git/FETCH_HEAD; true git fetch'),
    ),
  ]) {
    const { status, text } = await job(line, { START: 'true' })
    expect(status, `${line}\n${text}`).toBe(0)
  }
  for (const file of ['diff.xml', 'contract.html', 'concordat.sarif'])
    expect(existsSync(join(project.folder, file)), file).toBe(true)
})

test('every job fails for what it is to find', async () => {
  project.write('openapi.yaml', NOTES_DOCUMENT.replace(/ {4}delete:[\s\S]*?none }\n/, ''))
  baseUrl = await listen(answering(() => new Response('', { status: 203 })))
  for (const line of [...github, ...gitlab, ...hook, ...action]) {
    const { status, text } = await job(line)
    expect(status, `${line}\n${text}`).toBe(1)
  }
  expect(readFileSync(join(project.folder, 'diff.md'), 'utf8')).toContain('deleteNote')
  const sarif = JSON.parse(readFileSync(join(project.folder, 'concordat.sarif'), 'utf8'))
  expect(sarif.runs[0].results.length).toBeGreaterThan(0)
})

describe('the comment on a pull request', () => {
  const line = steps.at(-1) ?? ''
  /** Requests to GitHub, with the text of each comment. The API returns the comments on pull request 7. */
  let asked: { readonly method: string; readonly path: string; readonly text: string }[]
  let comments: { readonly id: number; body: string }[]
  const github = (status = 200) =>
    answering(async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'GET' ? '' : ((await request.json()) as { body: string }).body
      asked.push({ method: request.method, path: `${pathname}${search}`, text: body })
      const page = Number(new URLSearchParams(search).get('page') ?? 1) - 1
      return Response.json(status === 200 ? comments.slice(100 * page, 100 * page + 100) : {}, { status })
    })
  const commented = async (status?: number) =>
    job(line, {
      TOKEN: 'secret-token',
      GITHUB_API_URL: await listen(github(status)),
      GITHUB_REPOSITORY: 'owner/pets',
      GITHUB_REF: 'refs/pull/7/merge',
    })
  beforeEach(() => {
    asked = []
    comments = [{ id: 1, body: 'Looks good' }]
    project.write('diff.md', 'Nothing breaks.\n')
    project.write('contract.md', '2 findings.\n')
  })

  test('is made by the first run, with all reports', async () => {
    expect(await commented()).toEqual({ status: 0, text: '' })
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /repos/owner/pets/issues/7/comments?per_page=100&page=1',
      'POST /repos/owner/pets/issues/7/comments',
    ])
    expect(asked.at(-1)?.text).toBe('<!-- concordat openapi.yaml -->\nNothing breaks.\n\n2 findings.\n')
  })

  test('is replaced by later runs, on whichever page it is, and stays within what GitHub takes', async () => {
    comments = Array.from({ length: 120 }, (_, id) => ({ id, body: 'Looks good' }))
    comments.push({ id: 500, body: '<!-- concordat openapi.yaml -->\nOld' })
    project.write('contract.md', 'x'.repeat(100_000))
    expect((await commented()).status).toBe(0)
    expect(asked.at(-1)).toMatchObject({ method: 'PATCH', path: '/repos/owner/pets/issues/comments/500' })
    expect(asked.at(-1)?.text.length).toBeLessThan(65_536)
  })

  test('that a token may not write is a warning, without the token', async () => {
    const { status, text } = await commented(403)
    expect(status).toBe(0)
    expect(text).toMatch(/^::warning::No comment on the pull request\. GET .*: 403/)
    expect(text).not.toContain('secret-token')
  })
})
