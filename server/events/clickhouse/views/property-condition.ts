import type { PropertyFilter, PropertyFilters } from '../../../../generated/types.ts'
import { personRefusals } from '../../../persons/refusals.ts'
import { Refusal } from '../../../refusals/refusal.ts'
import { allOfFilters, combinedConditions, exactConditionValues, isOfPersons } from '../../conditions.ts'
import { isAnyOf, meetsCondition } from '../properties/property-operators.ts'
import { keptForm, propertyOf } from '../properties/property-text.ts'
import { alwaysMet, type ClickhouseStatement, ch, combineConditions, integerStatement } from '../statement.ts'
import { isWithinSpan, type PersonSpan } from './person-span.ts'

/**
 * True if a row of `e` and its person, `who`, meet the conditions. Person conditions that are all required
 * are looked up together.
 * @param isWanted additional condition on the row of `persons`.
 */
export function propertyCondition(
  filters: PropertyFilters,
  span: PersonSpan,
  isWanted: ClickhouseStatement = alwaysMet,
): ClickhouseStatement {
  const all = allOfFilters(filters)
  const ofPersons = all.filter(isOfPersons)
  const others = all.filter((filter) => !isOfPersons(filter))
  const meets = (filter: PropertyFilter): ClickhouseStatement =>
    filter.type === 'event'
      ? meetsCondition(propertyOf(ch`e.texts`, filter.key), filter)
      : personMeets([filter], { span, who: ch`who` })
  const conditions = [
    combinedConditions({ type: 'AND', values: others }, { meets, combine: combineConditions }),
  ]
  if (ofPersons.length > 0 || isWanted !== alwaysMet) {
    const isPerson = combineConditions(
      [personCondition({ type: 'AND', values: ofPersons }, span.projectId), isWanted],
      'and',
    )
    conditions.push(isAmong(isPerson, { span, who: ch`who` }))
  }
  return combineConditions(conditions, 'and')
}

/**
 * True if the person with the given id meets the conditions.
 * @throws Refusal if any of them concerns events.
 */
export function personMeets(
  filters: PropertyFilters,
  { span, who }: { readonly span: PersonSpan; readonly who: ClickhouseStatement },
): ClickhouseStatement {
  return isAmong(personCondition(filters, span.projectId), { span, who })
}

/** True if an id belongs to a person whose row in `persons` meets a condition. */
function isAmong(
  condition: ClickhouseStatement,
  { span, who }: { readonly span: PersonSpan; readonly who: ClickhouseStatement },
): ClickhouseStatement {
  return ch`(${who} global in (
    select id from persons final
    where project_id = ${integerStatement(span.projectId)} and ${isWithinSpan(ch`id`, span)} and is_deleted = 0 and ${condition}))`
}

function personCondition(filters: PropertyFilters, projectId: number): ClickhouseStatement {
  const meets = (filter: PropertyFilter): ClickhouseStatement => {
    if (filter.type === 'event') throw new Refusal(personRefusals.eventCondition, 'properties')
    if (filter.type === 'cohort') return isInCohort(filter, projectId)
    const property = propertyOf(ch`texts`, filter.key)
    if (filter.operator === 'exact' || filter.operator === undefined) return isExactly(property, filter)
    if (filter.operator === 'is_not') return ch`not ${isExactly(property, filter)}`
    return meetsCondition(property, filter)
  }
  return combinedConditions(filters, { meets, combine: combineConditions })
}

function isExactly(property: ClickhouseStatement, filter: PropertyFilter): ClickhouseStatement {
  return isAnyOf(property, exactConditionValues(filter).map(keptForm))
}

/**
 * True if the person is in any of the cohorts, or in none of them for `is_not`. Missing and deleted cohorts
 * have no members.
 */
function isInCohort({ value, operator }: PropertyFilter, projectId: number): ClickhouseStatement {
  const members = { projectId, cohortIds: [value].flat().map(String) }
  return operator === 'is_not' ? ch`(id not in ${members})` : ch`(id in ${members})`
}
