import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import ts from 'typescript'
import { EXAMPLE_DOCUMENT } from '../../../generator/commands/init/example-document.ts'
import { blocksOf, ROOT } from './pages.ts'

/** Creates the pictures in README.md from the output of a compiler and a run: `npm run pictures`. */

const folder = mkdtempSync(join(tmpdir(), 'concordat-pictures-'))
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const concordat = (...args: string[]): string =>
  spawnSync(process.execPath, [join(ROOT, 'generator/cli.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).stdout

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the completions that an editor offers after a string in a file. */
function offered(service: ts.LanguageService, file: string, behind: string): readonly string[] {
  const at = readFileSync(file, 'utf8').indexOf(behind) + behind.length
  const entries = service.getCompletionsAtPosition(file, at, undefined)?.entries ?? []
  return entries.map(({ name }) => name)
}

function languageService(files: readonly string[]): ts.LanguageService {
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
  }
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
}

const STYLE = `
* { box-sizing: border-box } body { margin: 0; background: #fff }
#picture { width: 1200px; padding: 20px; display: flex; gap: 16px; font: 15px/1.55 'DejaVu Sans Mono', monospace }
.pane { flex: 1; background: #1b1f27; color: #d7dce5; border-radius: 10px; overflow: hidden }
.pane.narrow { flex: 0 0 440px }
.bar { background: #2a303b; color: #9aa4b5; padding: 7px 14px; font-size: 13px }
pre { margin: 0; padding: 14px; font: inherit; white-space: pre-wrap }
.k { color: #c792ea } .s { color: #9bdc8c } .c { color: #7f8aa0 } .bad { color: #ff7b72; font-weight: bold } .ok { color: #7ee787 }
.wave { text-decoration: underline wavy #ff7b72; text-underline-offset: 4px }
.popup { display: inline-block; margin: 2px 14px 16px 130px; background: #262c37; border: 1px solid #46506a; border-radius: 6px; min-width: 260px }
.popup div { padding: 3px 12px } .popup .on { background: #3a4a75 }
.hint { margin: 0 14px 16px; background: #262c37; border: 1px solid #7a3b3b; border-radius: 6px; padding: 8px 12px }`

const code = (text: string): string =>
  escaped(text)
    .replaceAll(/'[^']*'/g, '<span class="s">$&</span>')
    .replaceAll(/\b(import|from|const|await)\b/g, '<span class="k">$1</span>')
    .replaceAll(/\/\/.*/g, '<span class="c">$&</span>')

const pane = (title: string, inner: string, style = ''): string =>
  `<div class="pane ${style}"><div class="bar">${title}</div>${inner}</div>`

/** Draws an editor that offers operations, and one that reports a misspelt parameter. */
function editor(): string {
  const head = "import { createClient } from './generated/client.ts'\n\nconst api = createClient()\n"
  const offering = `${head}const pet = await api.pets.`
  const wrong = `${head}const pet = await api.pets.getPet({\n  path: { petID: 7 },\n})`
  write('offer.ts', offering)
  write('wrong.ts', wrong)
  const files = ['offer.ts', 'wrong.ts'].map((name) => join(folder, name))
  const service = languageService(files)
  const [offer = '', mistake = ''] = files
  const names = offered(service, offer, 'api.pets.')
  const [problem] = service.getSemanticDiagnostics(mistake)
  if (problem === undefined || !names.includes('getPet')) throw new Error(`No mistake, or only ${names}.`)
  const message = ts.flattenDiagnosticMessageText(problem.messageText, '\n')
  const popup = names.map((name) => `<div${name === 'getPet' ? ' class="on"' : ''}>${name}</div>`).join('')
  return [
    pane('main.ts', `<pre>${code(offering)}<b>▏</b></pre><div class="popup">${popup}</div>`),
    pane(
      'main.ts',
      `<pre>${code(wrong).replace('petID', '<span class="wave">petID</span>')}</pre><div class="hint">${escaped(message)}</div>`,
    ),
  ].join('')
}

/** Draws a finding in the terminal, the line that fixes it, and the next run. */
async function finding(): Promise<string> {
  const own = blocksOf('docs/start-building.md').filter(({ file }) => file !== undefined)
  for (const { file = '', text } of own) write(file, text)
  write('handlers/handlers.ts', "import * as pets from './pets.ts'\n\nexport const handlers = { ...pets }\n")
  const [right, wrong] = ['  pets.delete(find(path.petId).id)', '  find(path.petId)']
  const handlers = readFileSync(join(folder, 'handlers/pets.ts'), 'utf8')
  if (!handlers.includes(right)) throw new Error('The pages show another service.')
  const runs: string[] = []
  for (const line of [wrong, right]) {
    write('handlers/pets.ts', handlers.replace(right, line))
    const child = spawn(process.execPath, ['server.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    await listening(child)
    runs.push(concordat('verify', 'http://127.0.0.1:8000', '--document', 'openapi.yaml'))
    child.kill()
  }
  const [broken = '', mended = ''] = runs
  const from = broken.indexOf('✗')
  const shown = broken.slice(from, broken.indexOf('\n\n', from)).trimEnd()
  const last = mended.trim().split('\n').at(-1) ?? ''
  const command = '$ npx concordat verify http://127.0.0.1:8000\n'
  return [
    pane(
      'one finding, in one run',
      `<pre>${command}${escaped(shown).replace(/^✗.*(?:\n {2}.*)?$/m, (line) => `<span class="bad">${line}</span>`)}</pre>`,
    ),
    pane(
      'the fix',
      `<pre><span class="c">// handlers/pets.ts</span>\n<span class="bad">- ${escaped(wrong.trim())}</span>\n<span class="ok">+ ${escaped(right.trim())}</span>\n\n${command}<span class="ok">${escaped(last.replace(/, \d+ requests.*/, ''))}</span></pre>`,
      'narrow',
    ),
  ].join('')
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    child.stdout?.on('data', () => done())
    child.on('exit', (status) => fail(new Error(`The service ended with ${status}.`)))
  })
}

try {
  write('openapi.yaml', EXAMPLE_DOCUMENT)
  write('package.json', '{ "type": "module" }')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(ROOT, 'node_modules/@concordat'), join(folder, 'node_modules/@concordat'))
  concordat('generate', '--document', 'openapi.yaml', '--output', 'generated', '--outputs', 'client,server')
  const pictures = { editor: editor(), finding: await finding() }
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  for (const [name, inner] of Object.entries(pictures)) {
    await page.setContent(`<style>${STYLE}</style><div id="picture">${inner}</div>`)
    await page.locator('#picture').screenshot({ path: join(ROOT, `docs/images/${name}.png`) })
  }
  await browser.close()
} finally {
  rmSync(folder, { recursive: true })
}
