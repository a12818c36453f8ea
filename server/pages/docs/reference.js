// Runs in the browser, after Swagger UI.
const { SwaggerUIBundle } = window

SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  // Null keeps the document from being sent to a validator on the internet.
  validatorUrl: null,
  // A key that was typed in is kept out of the browser's storage.
  persistAuthorization: false,
})
