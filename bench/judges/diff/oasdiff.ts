import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDocument } from '../../../generator/pipeline/read-document.ts'
import type { CorpusDocument } from '../../corpus/find-documents.ts'
import { isThere } from '../multipart/readers.ts'
import { add, type Compare, type DiffTool, type Told } from './tool.ts'

const OASDIFF = 'oasdiff'
/** Levels of its findings. */
const ERROR = 3

/** @see https://github.com/oasdiff/oasdiff */
export const oasdiff: DiffTool = {
  name: OASDIFF,
  async prepare() {
    return isThere(OASDIFF, '--version') ? compare : `"${OASDIFF}" is not installed`
  },
}

const compare: Compare = async (pair) => {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-diff-'))
  try {
    const files = await Promise.all(
      pair.map((document, index) => raised(document, join(folder, `${index}.json`))),
    )
    // With flattening, oasdiff compares the content of "allOf" instead of reporting that a part was added.
    const { status, stdout, stderr } = spawnSync(
      OASDIFF,
      ['changelog', ...files, '--flatten-allof', '--format', 'json'],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    if (status !== 0) return stderr
    const found: readonly (Told & { level: number; operation?: string; path?: string })[] = JSON.parse(
      stdout || '[]',
    )
    const [errors, milder] = [new Map<string, readonly Told[]>(), new Map<string, readonly Told[]>()]
    for (const { id, text, level, operation, path } of found)
      if (path !== undefined) add(level === ERROR ? errors : milder, `${operation} ${path}`, { id, text })
    return { errors, milder }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Upgrades a Swagger 2.0 document with our loader, because oasdiff does not support that version.
 * @returns the file to compare.
 */
async function raised({ file, root, version }: CorpusDocument, to: string): Promise<string> {
  if (!version.startsWith('2')) return file
  const { document } = await loadDocument({ document: file, root })
  writeFileSync(to, JSON.stringify(document))
  return to
}
