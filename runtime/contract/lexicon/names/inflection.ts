/** Nouns whose plural or singular does not follow a rule, singular first. */
const IRREGULAR =
  `alias:aliases analysis:analyses axis:axes basis:bases cache:caches child:children cookie:cookies
crisis:crises criterion:criteria diagnosis:diagnoses foot:feet gas:gases goose:geese half:halves
hero:heroes hypothesis:hypotheses index:indices knife:knives leaf:leaves lens:lenses life:lives
loaf:loaves man:men matrix:matrices mouse:mice movie:movies ox:oxen person:people phenomenon:phenomena
quiz:quizzes schema:schemata shelf:shelves synopsis:synopses thesis:theses tooth:teeth vertex:vertices
wife:wives wolf:wolves woman:women`
    .split(/\s+/)
    .map((pair) => pair.split(':'))
    .map(([singular = '', plural = '']) => [singular, plural] as const)

/** Nouns that the rules do not cover. */
export const nouns = {
  plurals: new Map(IRREGULAR),
  singulars: new Map(IRREGULAR.map(([singular, plural]) => [plural, singular])),
  /** Nouns that are their own plurals. */
  uncountable:
    wordSet(`aircraft cod data deer equipment feedback fish hardware information knowledge luggage media metadata
money moose news salmon series sheep software species staff trout`),
  /** Singulars that end in "s", other than those that end in "ss", "us" or "sis". */
  inS: wordSet(`alias atlas aws axis bias canvas chaos christmas cosmos dns gas gps https ios iris lens metropolis os
sms tennis this tls`),
  /** Plurals in "us". */
  pluralsInUs: wordSet('cpus emus gnus gpus gurus menus skus'),
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/**
 * The last word of a name, and the part before it. The last word is "Categories" in "petCategories" and
 * "boxes" in "/v1/boxes".
 */
const LAST_WORD = /^(.*?)([A-Z]?[a-z]+|[A-Z]+)$/s

/**
 * Possible singulars of a plural, the most likely first: "box" for "boxes", "category" for "categories",
 * "database" and "databas" for "databases". Only the last word of a name is changed, with its letter case
 * kept: "petCategories", "/v1/boxes". Empty if the name is not a plural.
 */
export function singularsOf(name: string): readonly string[] {
  return ofLastWord(name, singularsOfWord)
}

/** The most likely singular, or the name itself if it is not a plural. */
export function singularOf(name: string): string {
  return singularsOf(name)[0] ?? name
}

/**
 * Possible plurals of a singular, the most likely first: "boxes" for "box", "people" and "persons" for
 * "person".
 */
export function pluralsOf(name: string): readonly string[] {
  return ofLastWord(name, pluralsOfWord)
}

/** A count: "1 entry", "2 entries". @param noun A noun phrase in the singular. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : (pluralsOf(noun)[0] ?? noun)}`
}

function ofLastWord(name: string, inflect: (word: string) => readonly string[]): readonly string[] {
  const [, before = '', last = ''] = LAST_WORD.exec(name) ?? []
  const word = last.toLowerCase()
  const isSame = last === word
  const isShouted = last.length > 1 && last === last.toUpperCase()
  const cased = (form: string): string => {
    if (isSame) return form
    return isShouted ? form.toUpperCase() : form.charAt(0).toUpperCase() + form.slice(1)
  }
  return word === '' ? [] : [...new Set(inflect(word))].map((form) => before + cased(form))
}

function singularsOfWord(word: string): readonly string[] {
  if (nouns.uncountable.has(word)) return [word]
  const irregular = nouns.singulars.get(word)
  const regular = isSingular(word) ? [] : regularSingulars(word)
  return irregular === undefined ? regular : [irregular, ...regular]
}

function isSingular(word: string): boolean {
  return (
    !word.endsWith('s') ||
    /(?:ss|sis)$/.test(word) ||
    nouns.inS.has(word) ||
    (word.endsWith('us') && !nouns.pluralsInUs.has(word))
  )
}

function regularSingulars(word: string): readonly string[] {
  const withoutS = word.slice(0, -1)
  const withoutEs = word.slice(0, -2)
  if (/[^aeiou]ies$/.test(word)) return [word.replace(/ies$/, 'y'), withoutS]
  if (/(?:ss|[^aeou]us|x|ch|sh)es$/.test(word)) return [withoutEs, withoutS]
  return /(?:[sz]|o)es$/.test(word) ? [withoutS, withoutEs] : [withoutS]
}

function pluralsOfWord(word: string): readonly string[] {
  if (nouns.uncountable.has(word)) return [word]
  const irregular = nouns.plurals.get(word)
  const regular = regularPlurals(word)
  return irregular === undefined ? regular : [irregular, ...regular]
}

function regularPlurals(word: string): readonly string[] {
  if (/[^aeiou]y$/.test(word)) return [word.replace(/y$/, 'ies'), `${word}s`]
  if (/sis$/.test(word)) return [word.replace(/is$/, 'es')]
  if (/(?:s|x|ch|sh|z)$/.test(word)) return [`${word}es`]
  return /o$/.test(word) ? [`${word}s`, `${word}es`] : [`${word}s`]
}
