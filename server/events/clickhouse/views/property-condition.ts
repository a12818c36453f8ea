import type { PropertyFilter, PropertyFilters } from '../../../../generated/types.ts'
import { personRefusals } from '../../../persons/refusals.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { allOf, combined, exactValues, isOfPersons } from '../../conditions.ts'
import { isAnyOf, meetsCondition } from '../properties/property-operators.ts'
import { kept, propertyOf } from '../properties/property-text.ts'
import { always, ch, combine, integer, type Statement } from '../statement.ts'
import { isWithin, type PersonSpan } from './person-span.ts'

/**
 * True if a row of `e` and its person, `who`, meet conditions. Conditions on persons that are all required
 * are looked up together.
 * @param isWanted further condition on the row of `persons`.
 */
export function propertyCondition(
  filters: PropertyFilters,
  span: PersonSpan,
  isWanted: Statement = always,
): Statement {
  const all = allOf(filters)
  const ofPersons = all.filter(isOfPersons)
  const others = all.filter((filter) => !isOfPersons(filter))
  const meets = (filter: PropertyFilter): Statement =>
    filter.type === 'event'
      ? meetsCondition(propertyOf(ch`e.texts`, filter.key), filter)
      : personMeets([filter], { span, who: ch`who` })
  const conditions = [combined({ type: 'AND', values: others }, { meets, combine })]
  if (ofPersons.length > 0 || isWanted !== always) {
    const isPerson = combine(
      [personCondition({ type: 'AND', values: ofPersons }, span.projectId), isWanted],
      'and',
    )
    conditions.push(isAmong(isPerson, { span, who: ch`who` }))
  }
  return combine(conditions, 'and')
}

/**
 * True if the person of an id meets conditions.
 * @throws Refusal if one of them concerns events.
 */
export function personMeets(
  filters: PropertyFilters,
  { span, who }: { readonly span: PersonSpan; readonly who: Statement },
): Statement {
  return isAmong(personCondition(filters, span.projectId), { span, who })
}

/** True if an id belongs to a person whose row of `persons` meets a condition. */
function isAmong(
  condition: Statement,
  { span, who }: { readonly span: PersonSpan; readonly who: Statement },
): Statement {
  return ch`(${who} global in (
    select id from persons final
    where project_id = ${integer(span.projectId)} and ${isWithin(ch`id`, span)} and is_deleted = 0 and ${condition}))`
}

/** True if a row of `persons` meets conditions. */
function personCondition(filters: PropertyFilters, projectId: number): Statement {
  const meets = (filter: PropertyFilter): Statement => {
    if (filter.type === 'event') throw new Refusal(personRefusals.eventCondition, 'properties')
    if (filter.type === 'cohort') return isInCohort(filter, projectId)
    const property = propertyOf(ch`texts`, filter.key)
    if (filter.operator === 'exact' || filter.operator === undefined) return isExactly(property, filter)
    if (filter.operator === 'is_not') return ch`not ${isExactly(property, filter)}`
    return meetsCondition(property, filter)
  }
  return combined(filters, { meets, combine })
}

function isExactly(property: Statement, filter: PropertyFilter): Statement {
  return isAnyOf(property, exactValues(filter).map(kept))
}

/** Missing or deleted cohorts have no members. */
function isInCohort({ value, operator }: PropertyFilter, projectId: number): Statement {
  const members = { projectId, cohortIds: [value].flat().map(String) }
  return operator === 'is_not' ? ch`(id not in ${members})` : ch`(id in ${members})`
}
