import type { Step } from '@concordat/runtime/pointer'
import { stringify } from 'yaml'
import type { DifferenceShown, TrafficDifference } from './difference.ts'
import type { Edit } from './edit.ts'

/** One action of an overlay, with its evidence. */
export interface OverlayAction {
  readonly target: string
  /** Description of the difference, with its evidence. */
  readonly description: string
  readonly update?: Readonly<Record<string, unknown>>
  readonly remove?: true
  readonly 'x-evidence': DifferenceShown & Pick<TrafficDifference, 'certainty'>
}

/** @see OpenAPI Overlay Specification 1.0.0 */
export interface OverlayObject {
  readonly overlay: '1.0.0'
  readonly info: { readonly title: string; readonly version: string }
  readonly actions: readonly OverlayAction[]
}

/** Converts differences to overlay actions, in order. */
export function overlayActions(differences: readonly TrafficDifference[]): readonly OverlayAction[] {
  return differences.flatMap(({ edits, says, evidence, certainty }) =>
    edits.map((edit) => ({
      target: targetOf(edit),
      description: `${says}. ${countOf(evidence)}.`,
      ...(edit.kind === 'merge' ? { update: edit.members } : { remove: true as const }),
      'x-evidence': { ...evidence, certainty },
    })),
  )
}

/** A phrase such as "12 of 40 responses of listPets show it". */
function countOf({ seen, of, operations }: DifferenceShown): string {
  const names = Object.keys(operations)
  const some = names.slice(0, 3).join(', ')
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return `${seen} of ${of} ${of === 1 ? 'response' : 'responses'} of ${some}${more} ${seen === 1 ? 'shows' : 'show'} it`
}

export function repairOverlay(
  { title, version }: { readonly title: string; readonly version: string },
  differences: readonly TrafficDifference[],
): OverlayObject {
  return {
    overlay: '1.0.0',
    info: { title: `${title}, as the server responds`, version: version || '1' },
    actions: overlayActions(differences),
  }
}

/** Prints JSON if the file has the extension .json, and YAML otherwise. */
export function overlayText(overlay: OverlayObject, file: string): string {
  if (/\.json$/i.test(file)) return `${JSON.stringify(overlay, null, 2)}\n`
  // `compat` quotes strings that YAML 1.1 parsers would read as other values, such as a plain date or "no".
  return stringify(overlay, { aliasDuplicateObjects: false, lineWidth: 110, compat: 'yaml-1.1' })
}

/**
 * JSONPath of the part that an edit changes. Names that are not simple words are quoted in brackets.
 * @see RFC 9535
 */
function targetOf(edit: Edit): string {
  const path = edit.path.reduce<string>((before, step) => before + segment(step), '$')
  return edit.kind === 'remove item' ? `${path}[?(@ == ${quoted(edit.value)})]` : path
}

function segment(step: Step): string {
  if (typeof step === 'number') return `[${step}]`
  return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${quoted(step)}]`
}

/** Quotes a string, if possible without escapes, because some implementations cannot read them. */
function quoted(text: string): string {
  if (text.includes("'") && !/["\\]/.test(text)) return `"${text}"`
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
