import { object, springdoc } from '../documents.ts'
import { refused, serve } from '../route.ts'

interface Country {
  readonly name: string
  readonly alpha2Code: string
  readonly alpha3Code: string
  readonly capital: string
  readonly region: string
  readonly subregion: string
  readonly demonym: string
  readonly callingCodes: readonly string[]
  readonly currencies: readonly { readonly code: string; readonly name: string }[]
  readonly languages: readonly { readonly iso639: string; readonly name: string }[]
  readonly regionalBlocs: readonly { readonly acronym: string; readonly name: string }[]
}

const COUNTRIES: readonly Country[] = [
  country('Norway', {
    codes: ['NO', 'NOR'],
    capital: 'Oslo',
    subregion: 'Northern Europe',
    money: ['NOK', 'krone'],
    speech: ['no', 'Norwegian'],
    calling: '47',
  }),
  country('Portugal', {
    codes: ['PT', 'PRT'],
    capital: 'Lisbon',
    subregion: 'Southern Europe',
    money: ['EUR', 'euro'],
    speech: ['pt', 'Portuguese'],
    calling: '351',
  }),
]

function country(
  name: string,
  {
    codes: [alpha2Code = '', alpha3Code = ''],
    capital,
    subregion,
    money: [code = '', currency = ''],
    speech: [iso639 = '', language = ''],
    calling,
  }: Readonly<Record<'codes' | 'money' | 'speech', readonly string[]>> &
    Readonly<Record<'capital' | 'subregion' | 'calling', string>>,
): Country {
  return {
    ...{ name, alpha2Code, alpha3Code, capital, subregion, region: 'Europe', demonym: `${name}er` },
    callingCodes: [calling],
    currencies: [{ code, name: currency }],
    languages: [{ iso639, name: language }],
    regionalBlocs: [{ acronym: 'EFTA', name: 'Free Trade' }],
  }
}

const list = { type: 'array', items: { $ref: '#/components/schemas/Country' } }
const pairs = (code: string) => ({ type: 'array', items: object({ [code]: 'string', name: 'string' }) })

function find(test: (country: Country) => boolean): Response {
  const found = COUNTRIES.filter(test)
  return found.length === 0 ? refused(404, 'Not Found') : Response.json(found)
}

const same = (left: string | undefined, right: string | undefined) =>
  left?.toLowerCase() === right?.toLowerCase()

/** Things that can be read by any of their properties, each with its own path; nothing can be created. */
export const countries = {
  name: 'countries',
  theirs: ['/v2/all'],
  document: springdoc({
    title: 'countries',
    definitions: {
      Country: object({
        ...{
          name: 'string',
          alpha2Code: 'string',
          alpha3Code: 'string',
          capital: 'string',
          region: 'string',
        },
        ...{ subregion: 'string', demonym: 'string', callingCodes: 'strings' },
        ...{ currencies: pairs('code'), languages: pairs('iso639'), regionalBlocs: pairs('acronym') },
      }),
    },
    operations: [
      { route: 'GET /v2/all', id: 'getAll', answer: list },
      { route: 'GET /v2/alpha', id: 'getByCodes', parameters: ['query codes string'], answer: list },
      {
        route: 'GET /v2/alpha/{alphacode}',
        id: 'getByAlpha',
        parameters: ['path alphacode string'],
        answer: 'Country',
      },
      {
        route: 'GET /v2/currency/{currency}',
        id: 'getByCurrency',
        parameters: ['path currency string'],
        answer: list,
      },
      {
        route: 'GET /v2/name/{name}',
        id: 'getByName',
        parameters: ['path name string', 'query fullText boolean?'],
        answer: list,
      },
      {
        route: 'GET /v2/callingcode/{callingcode}',
        id: 'getByCallingCode',
        parameters: ['path callingcode string'],
        answer: list,
      },
      {
        route: 'GET /v2/capital/{capital}',
        id: 'getByCapital',
        parameters: ['path capital string'],
        answer: list,
      },
      {
        route: 'GET /v2/region/{region}',
        id: 'getByRegion',
        parameters: ['path region string'],
        answer: list,
      },
      {
        route: 'GET /v2/subregion/{subregion}',
        id: 'getBySubregion',
        parameters: ['path subregion string'],
        answer: list,
      },
      {
        route: 'GET /v2/lang/{language}',
        id: 'getByLanguage',
        parameters: ['path language string'],
        answer: list,
      },
      {
        route: 'GET /v2/demonym/{demonym}',
        id: 'getByDemonym',
        parameters: ['path demonym string'],
        answer: list,
      },
      { route: 'GET /v2/bloc/{acronym}', id: 'getByBloc', parameters: ['path acronym string'], answer: list },
    ],
  }),
  start: () =>
    serve({
      'GET /v2/all': () => Response.json(COUNTRIES),
      'GET /v2/alpha': ({ query }) => {
        const codes = query.get('codes')?.split(';') ?? []
        return find(({ alpha2Code, alpha3Code }) => codes.includes(alpha2Code) || codes.includes(alpha3Code))
      },
      'GET /v2/alpha/{code}': ({ path }) => {
        const found = COUNTRIES.find(({ alpha2Code, alpha3Code }) =>
          [alpha2Code, alpha3Code].some((code) => same(code, path['code'])),
        )
        return found === undefined
          ? refused(path['code']?.length === 2 || path['code']?.length === 3 ? 404 : 400, 'Bad Request')
          : Response.json(found)
      },
      'GET /v2/currency/{currency}': ({ path }) =>
        find(({ currencies }) => currencies.some(({ code }) => same(code, path['currency']))),
      'GET /v2/name/{name}': ({ path }) => find(({ name }) => same(name, path['name'])),
      'GET /v2/callingcode/{code}': ({ path }) =>
        find(({ callingCodes }) => callingCodes.includes(path['code'] ?? '')),
      'GET /v2/capital/{capital}': ({ path }) => find(({ capital }) => same(capital, path['capital'])),
      'GET /v2/region/{region}': ({ path }) => find(({ region }) => same(region, path['region'])),
      'GET /v2/subregion/{subregion}': ({ path }) =>
        find(({ subregion }) => same(subregion, path['subregion'])),
      'GET /v2/lang/{language}': ({ path }) =>
        find(({ languages }) => languages.some(({ iso639 }) => same(iso639, path['language']))),
      'GET /v2/demonym/{demonym}': ({ path }) => find(({ demonym }) => same(demonym, path['demonym'])),
      'GET /v2/bloc/{acronym}': ({ path }) =>
        find(({ regionalBlocs }) => regionalBlocs.some(({ acronym }) => same(acronym, path['acronym']))),
    }),
}
