import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whyNotPublished } from './release/ready.ts'

const HELP = `Publishes the packages of dist/ to npm, each after those that it needs. npm run build makes them.

  npm run release -- --dry-run
      --dry-run    do all but publish

It refuses a version that CHANGELOG.md does not have, and package.json files whose repository is still a placeholder. Provenance needs
the workflow .github/workflows/release.yml.`

/** A package after those that it depends on. */
const ORDER = ['runtime', 'contract', 'mock', 'concordat']

function main(): number {
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const root = resolve(import.meta.dirname, '..')
  const isDry = values['dry-run']
  const reasons = whyNotPublished({
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  })
  for (const reason of reasons) console.error(`Not ready: ${reason}`)
  if (reasons.length > 0 && !isDry) return 1
  for (const name of ORDER) {
    const args = ['publish', join(root, 'dist', name), ...(isDry ? ['--dry-run'] : [])]
    if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) return 1
  }
  return 0
}

process.exitCode = main()
