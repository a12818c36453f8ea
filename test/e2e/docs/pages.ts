import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The repository's folder. */
export const ROOT = resolve(import.meta.dirname, '../../..')

/** A code block on a page. */
export interface Block {
  readonly language: string
  readonly text: string
  /** The file that the block shows, named in a comment on its first line. */
  readonly file?: string
}

/** Returns the code blocks of a page in docs/, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => {
    const [first = ''] = code.split('\n')
    const file = /^(?:\/\/|#) ([\w./-]+\.(?:ts|yaml))$/.exec(first)?.[1]
    return { language, text: code, ...(file !== undefined && { file }) }
  })
}
