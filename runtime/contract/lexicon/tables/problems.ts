import { vocabularyRows, vocabularySubset } from '../names/vocabulary.ts'

/** Properties of problem details and similar objects. @see RFC 9457 */
const MEMBERS =
  vocabularyRows(`attr attribute code description detail details errcode errmsg error error_code error_description errorMessage errors field
http_status instancePath loc location message messages msg notices param parameter path pointer problems
property propertyPath reason source status statusCode title type warnings`)

/** Properties of an error response, grouped by their role. */
export const problems = {
  /** The location of the fault: "/email", ["body", "email"]. */
  places: vocabularySubset(
    MEMBERS,
    'whole',
    'field pointer loc path property propertypath instancepath param parameter attr attribute source location',
  ),
  /** Objects around the faults. */
  around: vocabularySubset(
    MEMBERS,
    'whole',
    'code detail details error errors message messages status title type',
  ),
  /** A verbal description of the fault. */
  words: vocabularySubset(
    MEMBERS,
    'whole',
    'message detail details errordescription description errormessage errmsg msg title reason error',
  ),
  /** The status again. */
  status: vocabularySubset(MEMBERS, 'whole', 'status code statuscode httpstatus errorcode errcode'),
  /** The response's own status, and nothing else. */
  repeated: vocabularySubset(MEMBERS, 'whole', 'status statuscode httpstatus'),
  /** Properties of a response that describes only an outcome, not an item. */
  whole: vocabularySubset(
    MEMBERS,
    'whole',
    'code description detail details errcode errmsg error errorcode errordescription errormessage errors message messages msg reason status statuscode title',
  ),
  /** Lists of what went wrong. */
  complaints: vocabularySubset(MEMBERS, 'whole', 'errors messages warnings problems notices'),
}
