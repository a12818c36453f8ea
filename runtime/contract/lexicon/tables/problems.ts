import { rows, subset } from '../names/vocabulary.ts'

/** Members of problem details and their like. @see RFC 9457 */
const MEMBERS =
  rows(`attr attribute code description detail details error error_code error_description errorMessage errors field
http_status instancePath loc location message messages msg notices param parameter path pointer problems
property propertyPath reason source status statusCode title type warnings`)

export const problems = {
  /** They say where the fault is: "/email", ["body", "email"]. */
  places: subset(
    MEMBERS,
    'whole',
    'field pointer loc path property propertypath instancepath param parameter attr attribute source location',
  ),
  /** They stand around the faults. */
  around: subset(MEMBERS, 'whole', 'code detail details error errors message messages status title type'),
  /** They say in words what is wrong. */
  words: subset(
    MEMBERS,
    'whole',
    'message detail details errordescription description errormessage msg title reason error',
  ),
  /** They repeat the status. */
  status: subset(MEMBERS, 'whole', 'status code statuscode httpstatus errorcode'),
  /** Lists of what went wrong. */
  complaints: subset(MEMBERS, 'whole', 'errors messages warnings problems notices'),
}
