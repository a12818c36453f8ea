import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The repository's folder. */
export const ROOT = resolve(import.meta.dirname, '../../..')

/** A part of a page that is set as code. */
export interface Block {
  readonly language: string
  readonly text: string
  /** The file that it is, which its first line names in a comment. */
  readonly file?: string
}

/** The blocks of code of a page of docs/, in their order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => {
    const [first = ''] = code.split('\n')
    const file = /^(?:\/\/|#) ([\w./-]+\.(?:ts|yaml))$/.exec(first)?.[1]
    return { language, text: code, ...(file !== undefined && { file }) }
  })
}
