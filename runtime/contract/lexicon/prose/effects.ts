import { singularsOf } from '../names/inflection.ts'
import { vocabulary, type WordVocabulary } from '../names/vocabulary.ts'
import { lowerWordsOf } from '../names/words.ts'

/** Effects beyond an API's items, recognized by the names of things in the singular. */
export const effects = {
  /** Path segments below which things apply to everybody. */
  everywhere: vocabulary('whole', 'admin global settings system'),
  /** Things that withhold the item to which they refer from others while they exist. */
  holding: vocabulary('whole', 'ban block checkout claim freeze hold lease lock quarantine suspension'),
  /** Positions that only one item at a time can have. */
  single: vocabulary('last', 'default:set-default primary:make-primary'),
  /** Things that apply to everybody while they exist. */
  inForce: vocabulary('whole', 'announcement ban decision flag policy route rule schedule webhook'),
  /** Last words of properties with the address of another server, which the server may contact. */
  elsewhere: vocabulary(
    'last',
    'address:counterPartyAddress endpoint:callback_endpoint host:remoteHost server:mirror_server uri:callback_uri url:feed_url urls:start_urls',
  ),
  /** Last words of things that prepare an effect without causing it. */
  preparing: vocabulary(
    'last',
    'account:mail_account address:mailAddress domain:mail-domain server:mail-server template:mail-template type:order_type',
  ),
  /** Things that people or accounts receive as soon as they are created. */
  delivered: vocabulary(
    'whole',
    `broadcast charge email fax invitation invite mail newsletter notification payment payout refund shipment
sms`,
  ),
}

/** Messages that are sent to people, in the singular. */
const MESSAGES = 'e-mail email invitation invite letter mail message notification reminder sms text'.split(
  ' ',
)
/** Verbs for effects outside an API, in four forms: base, third person, past and "-ing". */
export const deliveries: readonly (readonly string[])[] = [
  'bill bills billed billing',
  'charge charges charged charging',
  'debit debits debited debiting',
  'email emails emailed emailing',
  'e-mail e-mails e-mailed e-mailing',
  'mail mails mailed mailing',
  'notify notifies notified notifying',
  'order orders ordered ordering',
  'pay pays paid paying',
  'print prints printed printing',
  'publish publishes published publishing',
  'refund refunds refunded refunding',
  'ship ships shipped shipping',
].map((forms) => forms.split(' '))
/**
 * Verbs from `deliveries` whose passive also expresses the effect. By contrast, "is paid" and "is published"
 * more likely describe a state.
 */
const USED_IN_PASSIVE = new Set('bill charge debit email e-mail mail notify refund'.split(' '))
const SENDING = '(?:sends?|sending|dispatch(?:es|ing)?)'
/** Words that begin a verb's object. They distinguish "charges the card" from "a list of charges". */
const OBJECT =
  '(?:an?|the|it|its|them|their|each|every|all|everybody|everyone|whoever|this|that|your|his|her|money)'

const finite = alternatives(deliveries.flatMap(([, third = '', , gerund = '']) => [third, gerund]))
const base = alternatives(deliveries.map(([verb = '']) => verb))
const past = alternatives(
  deliveries.flatMap(([verb = '', , participle = '']) => (USED_IN_PASSIVE.has(verb) ? [participle] : [])),
)
const messages = `(?:${alternatives(MESSAGES)})s?`
const TOLD = new RegExp(
  [
    `\\b(?<finite>${finite})\\s+${OBJECT}\\b`,
    `(?:^|[.!;:]\\s+|\\b(?:to|and|will|then)\\s+)(?<base>${base})\\s+${OBJECT}\\b`,
    `\\b(?:is|are|be|been|gets?)\\s+(?:\\w+ly\\s+)?(?<past>${past})\\b`,
    `\\b(?<sending>${SENDING})\\b[^.;:]{0,40}\\b${messages}\\b`,
    `\\b(?<sent>${messages})\\s+(?:is|are|gets?|will be)\\s+sent\\b`,
  ]
    .map((way) => `(?<!\\b(?:not|never|without|nor|doesn't|don't|no)\\s+(?:\\w+\\s+)?)(?:${way})`)
    .join('|'),
  'i',
)

/**
 * The word in a description that indicates an effect outside the API, such as an e-mail, money, paper or a
 * parcel; `undefined` if there is none.
 * @param text Summary or description of an operation.
 */
export function deliveryTold(text: string): string | undefined {
  const words = Object.values(TOLD.exec(text)?.groups ?? {})
  return words.find((word) => word !== undefined)
}

/**
 * True for the base form of a verb that describes an effect outside an API: "send", "charge". "order" buys
 * something only in a POST: "PUT /rules/order" arranges items.
 */
export function isDelivery(verb: string, method: string): boolean {
  if (verb === 'order' && method !== 'POST') return false
  return verb === 'send' || deliveries.some(([base]) => base === verb)
}

/**
 * True for the name of something that prepares an effect outside an API without causing it: "mail-templates",
 * "order_type". A single word causes it: "templates" may be anything.
 */
export function isPreparation(name: string): boolean {
  return lowerWordsOf(name).length > 1 && [name, ...singularsOf(name)].some(effects.preparing.has)
}

/**
 * True for the name of something that people or accounts receive as soon as it is created: "payments",
 * "invite".
 */
export function isDelivered(thing: string): boolean {
  return isOneOf(effects.delivered, thing)
}

/** True for the name of something that applies to everybody while it exists: "rules", "policy". */
export function isInForce(thing: string): boolean {
  return isOneOf(effects.inForce, thing)
}

/**
 * True for the name of something that withholds the item to which it refers from others while it exists:
 * "checkouts", "lock".
 */
export function isHolding(thing: string): boolean {
  return isOneOf(effects.holding, thing)
}

/** True for the name of an action that gives its item the place of another one: "set-default". */
export function isDisplacing(action: string): boolean {
  return effects.single.has(action)
}

/** True for a path segment below which things apply to everybody: "admin". */
export function isEverywhere(segment: string): boolean {
  return effects.everywhere.has(segment)
}

function isOneOf(singulars: WordVocabulary, word: string): boolean {
  return [word, ...singularsOf(word)].some(singulars.has)
}

function alternatives(words: readonly string[]): string {
  return words.join('|')
}
