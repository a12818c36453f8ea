import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import type { Check } from '../../check.ts'
import { visibleFields } from '../../evidence/fields.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { tryExactIntegers } from './exact.ts'
import { KindTrial } from './kind-trial.ts'
import { tryNames } from './names.ts'
import { tryReferences } from './references.ts'
import { RemainingChoices } from './remaining-choices.ts'
import { rules } from './rules.ts'
import { SPECIAL_KINDS } from './special-value.ts'
import { type TrialLoss, ValueTrial } from './value-trial.ts'

const ROLES = ['create', 'update', 'replace']
/** Maximum number of bodies that are sent only to try choices. */
const MOST_CHOICES = 3

/** A value is returned as it was sent. */
export const roundTrip: Check = {
  code: 'round-trip',
  description:
    'Values at the limits of a schema, at any depth, come back as sent or are rejected: non-ASCII, empty, longest, smallest and largest values, explicit null, times in unusual zones, unordered lists, each value of a short enum, and both booleans. The server must accept the limits of the schema (minimum, maxLength, maxItems, …).',
  assertions: Object.values(rules),
  example: 'Reading a pet named `Zoë 🐕` returns `Zo? ??`.',
  fix: 'Store strings as Unicode, and numbers and times with full precision, or exclude the values in the schema.',
  reserve: { fraction: 0.1 },
  applies: (operation, document) =>
    ROLES.includes(operation.resource?.role ?? '') &&
    jsonBody(operation) !== undefined &&
    resourceByName(document, operation.resource?.name)?.item !== undefined,
  title: () => 'values at the limits of the schema come back as sent',
  async run(context, operation) {
    const { item, seen } = await ownItem(context, operation)
    const fields = visibleFields(context, operation, seen.by)
    const trial = new ValueTrial(context, operation, { item, fields })
    const mayGoOn = context.budget.rationOf('special values')
    const choices = new RemainingChoices(fields)
    const findings = new Map<string, Finding>()
    const note = (losses: readonly TrialLoss[]): void => {
      for (const { name, finding } of losses) if (!findings.has(name)) findings.set(name, finding)
    }
    let why: Reason | undefined = { kind: 'budget used', whole: context.budget.whole }
    const kindTrials: KindTrial[] = []
    let ofForeign: readonly TrialLoss[] = []
    for (const kind of SPECIAL_KINDS) {
      if (!mayGoOn()) break
      const kindTrial = new KindTrial(trial, { kind, mayGoOn, choices })
      kindTrials.push(kindTrial)
      const found = await kindTrial.run()
      if (found === undefined) why &&= { kind: 'no edge value' }
      else why = undefined
      if (kind === 'foreign') ofForeign = found ?? []
      else note(found ?? [])
    }
    // Other values show a loss in simpler findings.
    note(ofForeign)
    for (const kindTrial of kindTrials) note(await kindTrial.tryAlone())
    for await (const lost of lossesOfChoices(trial, { choices, mayGoOn })) {
      why = undefined
      note(lost)
    }
    if (why?.kind === 'budget used') return new NotRun(why)
    note(await trial.lookAgain())
    note(await tryExactIntegers(trial, item))
    const named = await resultIfRun(() => tryNames(context, operation, item))
    const referring = await resultIfRun(() => tryReferences(context, operation, item))
    const told = [...findings.values(), ...(named ?? []), ...(Array.isArray(referring) ? referring : [])]
    return why !== undefined && told.length === 0 && !Array.isArray(referring) ? new NotRun(why) : told
  },
}

/** Sends bodies with the choices that are left, and yields the losses of each that the server accepts. */
async function* lossesOfChoices(
  trial: ValueTrial,
  { choices, mayGoOn }: { readonly choices: RemainingChoices; readonly mayGoOn: () => boolean },
): AsyncGenerator<readonly TrialLoss[]> {
  for (let more = 0; more < MOST_CHOICES && !choices.isOver && mayGoOn(); more++) {
    const sent = await trial.write(choices.next())
    if ('lost' in sent) yield sent.lost
    else choices.end()
  }
}
