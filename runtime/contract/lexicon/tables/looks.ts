import { singularsOf } from '../names/inflection.ts'
import { vocabulary, type WordVocabulary } from '../names/vocabulary.ts'

/** Property names grouped by the form of their values, for made-up values. */
export const looks = {
  emails: vocabulary('end', 'mail:contact_email emailaddress:email_address'),
  phones: vocabulary('last', 'phone:home_phone mobile fax telephone tel phonenumber:phoneNumber'),
  pictures: vocabulary('last', 'avatar photo picture thumbnail image logo icon banner'),
  links: vocabulary('last', 'url:avatar_url uri:target_uri link:self_link href website homepage webpage'),
  givenNames: vocabulary('last', 'firstname:first_name givenname:given_name forename'),
  familyNames: vocabulary('last', 'lastname:last_name surname familyname:family_name'),
  userNames: vocabulary('end', 'username login:user_login handle:twitterHandle nickname screenname'),
  /** Properties whose values, if they are strings, are people's names. */
  persons: vocabulary(
    'last',
    `fullname:full_name displayname:display_name author owner assignee creator reviewer recipient sender customer
user guest member passenger driver person contact employee patient student attendee participant subscriber
createdby:created_by updatedby:updated_by cardholder:card_holder`,
  ),
  /** Properties that only people have. A "name" next to them is therefore a person's name. */
  ofPersons: vocabulary('whole', 'first_name last_name email phone birthday birthDate username'),
  pets: vocabulary('last', 'pet dog cat animal'),
  companies: vocabulary(
    'last',
    'company organization organisation employer brand manufacturer vendor supplier publisher merchant',
  ),
  streets: vocabulary('last', 'street streetaddress:street_address line1:address_line1 address1'),
  secondLines: vocabulary('last', 'line2:address_line2 address2'),
  addresses: vocabulary('last', 'address:billingAddress location'),
  cities: vocabulary('last', 'city:home_city town locality'),
  regions: vocabulary('last', 'region province county'),
  postcodes: vocabulary('last', 'zip zipcode:zip_code postalcode:postal_code postcode'),
  countries: vocabulary('last', 'country nationality'),
  /** Properties next to which a "state" is a region. */
  ofAddresses: vocabulary('last', 'city zip zipcode:zip_code postalcode:postal_code postcode country street'),
  currencies: vocabulary('last', 'currency:pay_currency'),
  money: vocabulary('last', 'price:unit_price amount cost fee subtotal balance salary revenue budget'),
  births: vocabulary('any', 'birth:birth_date dob birthday'),
  changes: vocabulary('any', 'updated:updated_at modified:modifiedAt changed:changed_on'),
  deadlines: vocabulary(
    'any',
    'due:due_date expires:expires_at expiry:expiry_date expiration deadline until:valid_until',
  ),
  days: vocabulary('last', 'date:birth_date on:paid_on day dob birthday'),
  /** Names that end like names of times but do not refer to times. */
  noTimes: vocabulary('first', 'depends:depends_on based:basedOn acts:acts_on is:is_on'),
  titles: vocabulary('last', 'title:page_title subject headline heading caption topic'),
  /** They describe a person. */
  portraits: vocabulary('last', 'bio:author_bio biography about aboutme:about_me'),
  prose: vocabulary(
    'last',
    `description:shortDescription summary comment note:releaseNote message:commit_message content body text
detail remark instruction reason overview excerpt feedback`,
  ),
  colors: vocabulary('last', 'color:background_color colour'),
  versions: vocabulary('last', 'version:app_version semver'),
  languages: vocabulary('last', 'language lang'),
  locales: vocabulary('last', 'locale'),
  timezones: vocabulary('last', 'timezone:time_zone tz'),
  hosts: vocabulary('last', 'host hostname domain'),
  addressesOfHosts: vocabulary('last', 'ip ipaddress:ip_address'),
  agents: vocabulary('last', 'agent:user_agent'),
  files: vocabulary('last', 'filename:file_name file attachment'),
  mediaTypes: vocabulary('last', 'mimetype:mime_type contenttype:content_type mediatype'),
  slugs: vocabulary('last', 'slug:page_slug'),
  codes: vocabulary('last', 'code:voucherCode sku number:order_number reference ref serial'),
  hashes: vocabulary('last', 'hash:commit_hash sha checksum digest etag cursor'),
  statuses: vocabulary('last', 'status:order_status state'),
  roles: vocabulary('last', 'role'),
  categories: vocabulary('last', 'category genre tag label'),
  types: vocabulary('last', 'type kind'),
  priorities: vocabulary('last', 'priority severity'),
  jobs: vocabulary('last', 'jobtitle:job_title position occupation profession'),
  departments: vocabulary('last', 'department team'),
  latitudes: vocabulary('last', 'latitude lat'),
  longitudes: vocabulary('last', 'longitude lng lon'),
  ages: vocabulary('last', 'age'),
  years: vocabulary('last', 'year:model_year'),
  ratings: vocabulary('last', 'rating star score'),
  percentages: vocabulary('last', 'percent percentage'),
  quantities: vocabulary('last', 'quantity qty stock:in_stock'),
}

/** Formats of strings that nearly every server requires of properties with these names. */
const FORMATS_OF_NAMES: readonly (readonly [words: WordVocabulary, format: string])[] = [
  [looks.emails, 'email'],
  [looks.links, 'uri'],
  [looks.addressesOfHosts, 'ipv4'],
  [looks.timezones, 'timezone'],
]

/** The format that a property's name implies: "uri" for "url", "avatarUrl" and a list of "urls". */
export function formatOfName(name: string): string | undefined {
  const [one = name] = singularsOf(name)
  return FORMATS_OF_NAMES.find(([words]) => words.has(name) || words.has(one))?.[1]
}
