import type { Answer } from '../../../data/exchange/answer.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { type Field, shownFieldText } from '../../evidence/fields.ts'
import type { RemainingChoices } from './remaining-choices.ts'
import { rules } from './rules.ts'
import { type SpecialKind, type SpecialValue, specialValue } from './special-value.ts'
import type { TrialLoss, TrialSent, ValueTrial } from './value-trial.ts'

/** Maximum number of properties that are tried on their own after all of them together were rejected. */
const MAX_ALONE = 4

/** A special value for one property. */
interface Edge extends SpecialValue {
  readonly field: Field
}

interface KindTrialOptions {
  readonly kind: SpecialKind
  readonly mayGoOn: () => boolean
  readonly choices: RemainingChoices
}

/**
 * Tries special values of one kind in all properties together. If that is rejected, tries together those that
 * the error response does not name. Those still rejected can then be tried one by one.
 */
export class KindTrial {
  readonly #trial: ValueTrial
  readonly #options: KindTrialOptions
  readonly #edges: readonly Edge[]
  readonly #rejected: Edge[] = []

  constructor(trial: ValueTrial, options: KindTrialOptions) {
    this.#trial = trial
    this.#options = options
    const { names } = trial.context.pool.requests
    const edges = trial.fields.flatMap((field): Edge[] => {
      const special = specialValue(field.schema, options.kind, { names })
      return special !== undefined && field.schema.allows(special.value) ? [{ field, ...special }] : []
    })
    // Values at a limit that the schema itself declares come first.
    this.#edges = edges.toSorted((one, other) => Number(isBounded(other)) - Number(isBounded(one)))
  }

  /** @returns `undefined` if no property has a value of this kind. */
  async run(): Promise<readonly TrialLoss[] | undefined> {
    const [only, ...others] = this.#edges
    if (only === undefined) return undefined
    const whole = await this.#sendWhole()
    if ('lost' in whole) return whole.lost
    return others.length === 0 ? this.#afterwards(only, whole) : this.#tryUnnamed(whole.refused)
  }

  /**
   * Sends all properties together, with choices for other properties added. If that is rejected, sends them
   * without the choices.
   */
  async #sendWhole(): Promise<TrialSent> {
    const { choices, mayGoOn } = this.#options
    const special = valuesOf(this.#edges)
    const chosen = choices.next()
    const first = await this.#trial.write({ ...chosen, ...special })
    if ('lost' in first || Object.keys(chosen).length === 0) return first
    choices.end()
    return mayGoOn() ? this.#trial.write(special) : first
  }

  /**
   * Tries together the properties that the error response does not name. Named properties are left only if
   * their value is at a limit of the schema.
   */
  async #tryUnnamed(refused: ReadonlySet<string>): Promise<readonly TrialLoss[]> {
    const rest = this.#edges.filter(({ field }) => !refused.has(field.name))
    if (refused.size === 0) return this.#leave(rest)
    const named = this.#edges.filter((edge) => isBounded(edge) && refused.has(edge.field.name))
    const [only, ...others] = rest
    const sent = only && this.#options.mayGoOn() ? await this.#trial.write(valuesOf(rest)) : undefined
    if (sent !== undefined && 'lost' in sent && refused.size === 1)
      return [...sent.lost, ...(await this.#confirm(named))]
    this.#leave(named)
    if (only === undefined || sent === undefined) return []
    if ('lost' in sent) return sent.lost
    return others.length === 0 ? this.#judge(only, sent) : this.#leave(rest)
  }

  /** Tries the only property that a rejection named, after the server accepted all others. */
  async #confirm(named: readonly Edge[]): Promise<readonly TrialLoss[]> {
    const { budget } = this.#trial.context
    return (await budget.makeSure(() => Promise.all(named.map((edge) => this.#alone(edge))))).flat()
  }

  async #alone(edge: Edge): Promise<readonly TrialLoss[]> {
    return this.#afterwards(edge, await this.#trial.write(valuesOf([edge])))
  }

  #leave(edges: readonly Edge[]): readonly [] {
    this.#rejected.push(...edges.slice(0, MAX_ALONE))
    return []
  }

  /** Tries one by one the properties that were rejected together with others. */
  async tryAlone(): Promise<readonly TrialLoss[]> {
    const found: TrialLoss[] = []
    for (const edge of this.#rejected) {
      if (!this.#options.mayGoOn()) break
      found.push(...(await this.#alone(edge)))
    }
    return found
  }

  /** Tries the other value of this kind if the first one was rejected. */
  async #afterwards(edge: Edge, sent: TrialSent): Promise<readonly TrialLoss[]> {
    if ('lost' in sent) return sent.lost
    if (edge.otherwise === undefined || !this.#options.mayGoOn()) return this.#judge(edge, sent)
    const other = await this.#trial.write({ [edge.field.name]: edge.otherwise })
    return 'lost' in other ? other.lost : this.#judge(edge, other)
  }

  async #judge(edge: Edge, sent: TrialSent): Promise<readonly TrialLoss[]> {
    return !isBounded(edge) || 'lost' in sent ? [] : this.#refusedEdge(edge, sent.answer)
  }

  /**
   * Reports a schema limit that the server rejects, although it accepts another value for the same property.
   */
  async #refusedEdge(edge: Edge, answer: Answer): Promise<readonly TrialLoss[]> {
    const { field, value, bound = '' } = edge
    const { context, operation } = this.#trial
    const refusal = new Refusal(answer)
    if (!refusal.mayBeAbout('content') || refusal.objectsTo('not unique', 'reference missing')) return []
    if (!(await this.#acceptsControl(edge))) return []
    return [
      {
        name: field.name,
        finding: context.finding({
          ...{ operation, answer, breaks: rules.limits, clause: field.clause },
          cause: { kind: 'member', name: field.name },
          fact: { kind: 'edge refused', member: field.name, sent: shownFieldText(value), bound },
        }),
      },
    ]
  }

  /** True if the server accepts, and stores, another value for the same property. */
  async #acceptsControl({ field, value, controls }: Edge): Promise<boolean> {
    const { requests } = this.#trial.context.pool
    const usual = () => requests.value(field.schema, { variant: 'full', hint: field.name, other: value })
    for (const control of controls ?? [usual()]) {
      const sent = field.schema.allows(control) && (await this.#trial.write({ [field.name]: control }))
      if (sent && 'lost' in sent) return sent.lost.length === 0
    }
    return false
  }
}

function isBounded({ bound }: Edge): boolean {
  return bound !== undefined
}

function valuesOf(edges: readonly Edge[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(edges.map(({ field, value }) => [field.name, value]))
}
