import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { isMap, isSeq, parseDocument } from 'yaml'
import type { Config } from '../options/config/config-types.ts'
import { loadDocument } from '../pipeline/read-document.ts'
import { writeText } from '../write/write.ts'
import type { Progress } from './progress.ts'

/** One question that a document leaves open, and how an overlay answers it. */
export interface Decision {
  /** The comment above the action, without the line that it may draw; `undefined` when there is none. */
  readonly heading: string | undefined
  readonly question: string
  readonly answer: string
  /** JSONPath of each place that the answer changes. */
  readonly targets: readonly string[]
}

export interface DecisionsOptions {
  readonly config: Config
  /** The page's name. */
  readonly file: string
  /** Writes nothing, and answers 1 when the page is not what would be written. */
  readonly check: boolean
  readonly progress: Progress
}

/**
 * Writes what the overlays of a document decide as a page of Markdown.
 * @throws {ProblemsError} when the document or an overlay is wrong.
 */
export async function decisionsCommand({ config, file, check, progress }: DecisionsOptions): Promise<0 | 1> {
  const { overlays = [] } = config
  await loadDocument(config)
  const texts = await Promise.all(overlays.map((overlay) => readFile(overlay, 'utf8')))
  const names = overlays.map((overlay) => relative(process.cwd(), resolve(overlay)))
  const page = writeDecisions(texts.flatMap(readDecisions), names)
  const current = await readFile(file, 'utf8').catch(() => undefined)
  if (check && current !== page) {
    progress.done(`${file} is stale. Run: concordat decisions ${file}`)
    return 1
  }
  if (current !== page) await writeText(resolve(file), page)
  progress.done(`${file}: ${current === page ? 'current' : 'written'}.`)
  return 0
}

/**
 * Reads the decisions of an overlay from the descriptions of its actions: "question. Decided: answer." Actions that
 * follow each other with the same question are one decision.
 * @param text an overlay that `load` has accepted.
 */
export function readDecisions(text: string): readonly Decision[] {
  const actions = parseDocument(text).get('actions')
  if (!isSeq(actions)) return []
  const decisions: Decision[] = []
  for (const action of actions.items) {
    if (!isMap(action)) continue
    const [question = '', answer = ''] = String(action.get('description') ?? '').split(
      /(?<=[.?]) (?=Decided)/,
    )
    const target = String(action.get('target'))
    const previous = decisions.at(-1)
    if (previous?.question === question.trim()) {
      decisions.splice(-1, 1, { ...previous, answer: answer.trim(), targets: [...previous.targets, target] })
      continue
    }
    // What stands above the first item belongs to the list.
    const comment = decisions.length === 0 ? actions.commentBefore : action.commentBefore
    decisions.push({
      heading: headingOf(comment),
      question: question.trim(),
      answer: answer.trim(),
      targets: [target],
    })
  }
  return decisions
}

function headingOf(comment: string | null | undefined): string | undefined {
  return (
    comment
      ?.split('\n')
      .at(-1)
      ?.replace(/-{3,}$/, '')
      .trim() || undefined
  )
}

/** @param names of the overlays, as the page refers to them. */
export function writeDecisions(decisions: readonly Decision[], names: readonly string[]): string {
  const parts = decisions.map(({ heading, question, answer, targets }) => {
    const [title = '', ...context] = question.split(/(?<=\.) /)
    const text = [`**${title}**`, ...context, answer].join(' ')
    const places = [...new Set(targets)].map((target) => `  \`${target}\``)
    return `${heading === undefined ? '' : `## ${heading}\n\n`}- ${text}\n${places.join('\n')}`
  })
  return `${[
    `<!-- Written by "concordat decisions" from ${names.join(', ')}. Do not edit. -->`,
    '# Decisions',
    `Where the interface document is silent, ${names.map((name) => `\`${name}\``).join(', ')} decides: ` +
      `${decisions.length} questions. The numbers are sections of the interface document; below each answer stand the places ` +
      'that it changes.',
    ...parts,
  ].join('\n\n')}\n`
}
