import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareModels } from '../../../generator/diff/diff.ts'
import type { Consequence } from '../../../generator/diff/kinds/consequences.ts'
import { changeKind } from '../../../generator/diff/kinds/kinds.ts'
import { generate } from '../../../generator/generate.ts'
import { writeFiles } from '../../../generator/write/write.ts'
import type { DocumentCase, Modules } from './document-cases.ts'
import type { Proven } from './proof.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Does the same as `prove`, for cases that each have their own pair of documents. */
export async function proveDocuments(cases: readonly DocumentCase[]): Promise<readonly Proven[]> {
  mkdirSync(join(root, '.data'), { recursive: true })
  const folder = mkdtempSync(join(root, '.data/diff-'))
  try {
    const sides = []
    for (const [index, one] of cases.entries())
      sides.push({
        old: await side(join(folder, `${index}/old`), one, 'old'),
        new: await side(join(folder, `${index}/new`), one, 'new'),
      })
    const errors = compile(folder)
    const found: Proven[] = []
    for (const [index, one] of cases.entries()) {
      const pair = sides[index]
      if (pair === undefined) throw new Error('A case was not generated.')
      const changes = compareModels(pair.old.model, pair.new.model)
      const own = errors.filter((error) => error.startsWith(`${index}/`))
      const before = own.filter((error) => error.startsWith(`${index}/old`))
      if (before.length > 0) throw new Error(`${one.kind} does not compile as it was: ${before.join('\n')}`)
      const exchanged = await one.exchange?.({ old: pair.old.modules, new: pair.new.modules })
      found.push({
        changes,
        stated: [...new Set(changes.flatMap(({ kind }) => changeKind(kind).breaks))],
        breaks: [
          ...(own.some((error) => error.includes('caller.ts')) ? (['callerSource'] as const) : []),
          ...(exchanged ?? []),
          ...(own.some((error) => error.includes('server.ts')) ? (['serverSource'] as const) : []),
        ] satisfies readonly Consequence[],
        said: own,
      })
    }
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function side(place: string, one: DocumentCase, name: 'old' | 'new') {
  mkdirSync(place, { recursive: true })
  const document = join(place, 'openapi.json')
  writeFileSync(
    document,
    JSON.stringify({ openapi: '3.1.1', info: { title: 'Pets', version: '1' }, ...one[name] }),
  )
  const output = join(place, 'generated')
  const outputs = ['types', 'client', 'server', 'webhooks'] as const
  const { files, model } = await generate({ document, output, outputs, importExtension: '.ts' })
  await writeFiles(output, files)
  writeFileSync(join(place, 'caller.ts'), `${one.caller}\n`)
  writeFileSync(join(place, 'server.ts'), `${one.server}\n`)
  const names = ['client', 'server', 'webhooks'].filter((file) => files.has(`${file}.ts`))
  const modules = await Promise.all(
    names.map((file) => import(join(output, `${file}.ts`)) as Promise<object>),
  )
  return { model, modules: Object.assign({}, ...modules) as Modules }
}

function compile(folder: string): readonly string[] {
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: ['*/*/caller.ts', '*/*/server.ts'],
    exclude: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const tsc = join(root, 'node_modules/ts7/bin/tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/(\d+\/(?:old|new)\/(?:caller|server)\.ts\(.*)$/gm)].map(
    ([, error = '']) => error,
  )
}
