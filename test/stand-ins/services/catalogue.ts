import { object, springfox } from '../documents.ts'
import { htmlError, refused, serve } from '../route.ts'

interface Product {
  readonly features: Map<string, string>
  readonly configurations: Map<string, Set<string>>
  readonly rules: Map<number, readonly [string, string]>
}

const names = { type: 'array', items: { type: 'string' } }
const product = 'path productName string'
const feature = 'path featureName string'
const configuration = 'path configurationName string'

/**
 * Things whose names the client chooses: a POST to the name creates them, lists contain only names, and forms
 * are in the query.
 */
export const catalogue = {
  name: 'catalogue',
  theirs: ['/products/shop', '/products/shop/features', '/products/shop/configurations/basic'],
  document: springfox({
    title: 'catalogue',
    definitions: {
      Product: object({
        name: 'string',
        features: { type: 'array', items: { $ref: '#/definitions/Feature' } },
      }),
      Feature: object({ name: 'string', description: 'string' }),
      Configuration: object({ name: 'string', valid: 'boolean', activeFeatures: 'strings' }),
    },
    operations: [
      { route: 'GET /products', id: 'allProducts', answer: names },
      { route: 'GET /products/{productName}', id: 'product', parameters: [product], answer: 'Product' },
      { route: 'POST /products/{productName}', id: 'addProduct', parameters: [product], status: 201 },
      { route: 'DELETE /products/{productName}', id: 'removeProduct', parameters: [product], status: 204 },
      {
        route: 'GET /products/{productName}/features',
        id: 'features',
        parameters: [product],
        answer: { type: 'array', items: { $ref: '#/definitions/Feature' } },
      },
      {
        route: 'POST /products/{productName}/features/{featureName}',
        id: 'addFeature',
        parameters: [product, feature, 'query description string?'],
        status: 201,
      },
      {
        route: 'PUT /products/{productName}/features/{featureName}',
        id: 'describeFeature',
        parameters: [product, feature, 'query description string?'],
        answer: 'Feature',
      },
      {
        route: 'DELETE /products/{productName}/features/{featureName}',
        id: 'removeFeature',
        parameters: [product, feature],
        status: 204,
      },
      {
        route: 'GET /products/{productName}/configurations',
        id: 'configurations',
        parameters: [product],
        answer: names,
      },
      {
        route: 'GET /products/{productName}/configurations/{configurationName}',
        id: 'configuration',
        parameters: [product, configuration],
        answer: 'Configuration',
      },
      {
        route: 'POST /products/{productName}/configurations/{configurationName}',
        id: 'addConfiguration',
        parameters: [product, configuration],
        status: 201,
      },
      {
        route: 'DELETE /products/{productName}/configurations/{configurationName}',
        id: 'removeConfiguration',
        parameters: [product, configuration],
        status: 204,
      },
      {
        route: 'GET /products/{productName}/configurations/{configurationName}/features',
        id: 'activeFeatures',
        parameters: [product, configuration],
        answer: names,
      },
      {
        route: 'POST /products/{productName}/configurations/{configurationName}/features/{featureName}',
        id: 'activate',
        parameters: [product, configuration, feature],
        status: 201,
      },
      {
        route: 'DELETE /products/{productName}/configurations/{configurationName}/features/{featureName}',
        id: 'deactivate',
        parameters: [product, configuration, feature],
        status: 204,
      },
      {
        route: 'POST /products/{productName}/constraints/requires',
        id: 'addRequires',
        parameters: [product, 'query sourceFeature string', 'query requiredFeature string'],
        status: 201,
      },
      {
        route: 'DELETE /products/{productName}/constraints/{constraintId}',
        id: 'removeConstraint',
        parameters: [product, 'path constraintId long'],
        status: 204,
      },
    ],
  }),
  start: () => {
    const products = new Map<string, Product>([['shop', make()]])
    let made = 0
    /** A missing product leads to the container's error page, because nobody handled that case. */
    const within =
      (
        answer: (
          product: Product,
          path: Readonly<Record<string, string>>,
          query: URLSearchParams,
        ) => Response,
      ) =>
      ({ path, query }: { path: Readonly<Record<string, string>>; query: URLSearchParams }): Response => {
        const found = products.get(path['productName'] ?? '')
        return found === undefined ? htmlError(500) : answer(found, path, query)
      }
    const gone = new Response(null, { status: 204 })
    const created = () => new Response(null, { status: 201, headers: { location: 'http://localhost/' } })
    return serve({
      'GET /products': () => Response.json([...products.keys()]),
      'GET /products/{productName}': within(({ features }, { productName }) =>
        Response.json({
          name: productName,
          features: [...features].map(([name, description]) => ({ name, description })),
        }),
      ),
      'POST /products/{productName}': ({ path }) => {
        const { productName = '' } = path
        if (products.has(productName)) return refused(400, 'it exists')
        products.set(productName, make())
        return created()
      },
      'DELETE /products/{productName}': within((_, { productName = '' }) => {
        products.delete(productName)
        return gone.clone()
      }),
      'GET /products/{productName}/features': within(({ features }) =>
        Response.json([...features].map(([name, description]) => ({ name, description }))),
      ),
      'POST /products/{productName}/features/{featureName}': within(
        ({ features }, { featureName = '' }, query) => {
          if (features.has(featureName)) return refused(400, 'it exists')
          features.set(featureName, query.get('description') ?? '')
          return created()
        },
      ),
      'PUT /products/{productName}/features/{featureName}': within(
        ({ features }, { featureName = '' }, query) => {
          if (!features.has(featureName)) return htmlError(500)
          features.set(featureName, query.get('description') ?? '')
          return Response.json({ name: featureName, description: features.get(featureName) })
        },
      ),
      'DELETE /products/{productName}/features/{featureName}': within(({ features }, { featureName = '' }) =>
        features.delete(featureName) ? gone.clone() : htmlError(500),
      ),
      'GET /products/{productName}/configurations': within(({ configurations }) =>
        Response.json([...configurations.keys()]),
      ),
      'GET /products/{productName}/configurations/{configurationName}': within(
        ({ configurations }, { configurationName = '' }) => {
          const found = configurations.get(configurationName)
          return found === undefined
            ? htmlError(500)
            : Response.json({ name: configurationName, valid: true, activeFeatures: [...found] })
        },
      ),
      'POST /products/{productName}/configurations/{configurationName}': within(
        ({ configurations }, { configurationName = '' }) => {
          if (configurations.has(configurationName)) return refused(400, 'it exists')
          configurations.set(configurationName, new Set())
          return created()
        },
      ),
      'DELETE /products/{productName}/configurations/{configurationName}': within(
        ({ configurations }, { configurationName = '' }) =>
          configurations.delete(configurationName) ? gone.clone() : htmlError(500),
      ),
      'GET /products/{productName}/configurations/{configurationName}/features': within(
        ({ configurations }, { configurationName = '' }) => {
          const found = configurations.get(configurationName)
          return found === undefined ? htmlError(500) : Response.json([...found])
        },
      ),
      'POST /products/{productName}/configurations/{configurationName}/features/{featureName}': within(
        ({ configurations, features }, { configurationName = '', featureName = '' }) => {
          const found = configurations.get(configurationName)
          if (found === undefined || !features.has(featureName)) return htmlError(500)
          found.add(featureName)
          return created()
        },
      ),
      'DELETE /products/{productName}/configurations/{configurationName}/features/{featureName}': within(
        ({ configurations }, { configurationName = '', featureName = '' }) =>
          configurations.get(configurationName)?.delete(featureName) === true ? gone.clone() : htmlError(500),
      ),
      'POST /products/{productName}/constraints/requires': within(({ features, rules }, _, query) => {
        const [source = '', required = ''] = [
          query.get('sourceFeature') ?? '',
          query.get('requiredFeature') ?? '',
        ]
        if (!features.has(source) || !features.has(required)) return htmlError(500)
        rules.set(++made, [source, required])
        return new Response(null, {
          status: 201,
          headers: { location: `http://localhost/products/x/constraints/${made}` },
        })
      }),
      'DELETE /products/{productName}/constraints/{constraintId}': within(({ rules }, { constraintId }) =>
        rules.delete(Number(constraintId)) ? gone.clone() : htmlError(500),
      ),
    })
  },
}

function make(): Product {
  return {
    features: new Map([['search', 'finds things']]),
    configurations: new Map([['basic', new Set<string>()]]),
    rules: new Map(),
  }
}
