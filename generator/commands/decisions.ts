import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { isMap, isSeq, parseDocument } from 'yaml'
import { counted } from '../errors/counted.ts'
import type { Config } from '../options/config/config-types.ts'
import { loadDocument } from '../pipeline/read-document.ts'
import { writeFileWhole } from '../write/write.ts'
import type { DecisionsResult } from './progress/outcome.ts'
import type { Progress } from './progress/progress.ts'

/** A question that a document leaves open, and an overlay's answer to it. */
export interface Decision {
  /** Last line of the comment above the action, without trailing dashes; `undefined` if there is none. */
  readonly heading: string | undefined
  readonly question: string
  readonly answer: string
  /** JSONPath of each location that the answer changes. */
  readonly targets: readonly string[]
}

/** Decisions of one overlay. */
export interface DecidingOverlay {
  /** Path of the overlay, relative to the working directory. */
  readonly name: string
  readonly decisions: readonly Decision[]
}

export interface DecisionsOptions {
  readonly config: Config
  /** File of the page. */
  readonly file: string
  /** If true, writes nothing and returns 1 if the page is stale. */
  readonly check: boolean
  readonly progress: Progress
}

/**
 * Writes a Markdown page with the decisions in a document's overlays or, with `check`, only compares it with
 * the file.
 * @throws {ProblemsError} if the document or an overlay is invalid.
 */
export async function decisionsCommand({ config, file, check, progress }: DecisionsOptions): Promise<0 | 1> {
  const { overlays = [] } = config
  await loadDocument(config)
  const page = decisionsMarkdown(
    await Promise.all(
      overlays.map(async (overlay) => ({
        name: relative(process.cwd(), resolve(overlay)),
        decisions: readDecisions(await readFile(overlay, 'utf8')),
      })),
    ),
  )
  const current = await readFile(file, 'utf8').catch(() => undefined)
  const state = current === page ? 'current' : check ? 'stale' : 'written'
  if (state === 'written') await writeFileWhole(resolve(file), page)
  if (state === 'stale') progress.fail(`${file} is stale. Fix: run this command without --check.`)
  else progress.done(`${file}: ${state}.`)
  const exitCode = state === 'stale' ? 1 : 0
  progress.result({ data: { file, state } satisfies DecisionsResult, exitCode })
  return exitCode
}

/**
 * Reads an overlay's decisions from its actions' descriptions: "question. Decided: answer." Consecutive
 * actions with the same question form one decision.
 * @param text an overlay that `load` accepted.
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
    // The YAML parser attaches a comment above the first item to the list.
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

/**
 * Writes the decisions as Markdown.
 * @returns the page. If there are several overlays, each heading is followed by the file name.
 */
export function decisionsMarkdown(overlays: readonly DecidingOverlay[]): string {
  const names = overlays.map(({ name }) => `\`${name}\``)
  const decisions = overlays.flatMap((overlay) => overlay.decisions)
  const numbered = decisions.some(({ heading }) => /^\d/.test(heading ?? ''))
  const source = overlays.length === 1 ? overlays[0]?.name : counted(overlays.length, 'overlay')
  const deciding = overlays.length === 1 ? `${names[0]} answers` : `${source} answer`
  return `${[
    `<!-- Written by "concordat decisions" from ${source}. Do not edit. -->`,
    '# Decisions',
    `${deciding} ${counted(decisions.length, 'question')} that the interface document leaves open. ` +
      `${overlays.length > 1 ? 'The name of each overlay is above its answers. ' : ''}` +
      `${numbered ? 'The numbers refer to sections of the interface document. ' : ''}` +
      'Below each answer are the locations that it changes.',
    ...overlays.flatMap((overlay) => writeOverlay(overlay, { named: overlays.length > 1 })),
  ].join('\n\n')}\n`
}

function writeOverlay(
  { name, decisions }: DecidingOverlay,
  { named }: { named: boolean },
): readonly string[] {
  return decisions.flatMap(({ heading, question, answer, targets }, index) => {
    const [title = '', ...context] = question.split(/(?<=\.) /)
    const places = [...new Set(targets)].map((target) => `  \`${target}\``)
    // An overlay whose first decision has no heading starts with its file name.
    const file = named && (heading !== undefined || index === 0) ? [`\`${name}\``] : []
    return [
      ...(heading === undefined ? [] : [`## ${heading}`]),
      ...file,
      [`- ${[`**${title}**`, ...context, answer].join(' ')}`, ...places].join('\n'),
    ]
  })
}
