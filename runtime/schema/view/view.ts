export { Fact, type FactRules, isSaid } from './fact.ts'
export {
  forbidsAll,
  hasProperties,
  type Kind,
  type Statement,
  statementsOf,
  type Visitor,
  visit,
} from './statements.ts'
