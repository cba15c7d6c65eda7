import {
  type ImportCells,
  type ImportChange,
  type ImportColumn,
  importColumns,
  type ImportFields,
  type ImportProblem,
  type ImportResource,
  itemColumns,
  type OrderSource,
} from '../extensions/sheetImports'
import { undefused } from '../rules/csv'

/** What columns are called in the files that people have, in small letters and without signs. */
const names: Record<ImportColumn, readonly string[]> = {
  sku: [
    'sku',
    'variantsku',
    'productsku',
    'itemnumber',
    'itemno',
    'articlenumber',
    'productcode',
    'code',
    'artikelnummer',
  ],
  name: ['name', 'productname', 'title', 'product', 'bezeichnung'],
  category: ['category', 'productcategory', 'type', 'kategorie'],
  price: ['price', 'variantprice', 'unitprice', 'listprice', 'preis'],
  stock: ['stock', 'quantity', 'qty', 'instock', 'onhand', 'inventory', 'variantinventoryqty', 'bestand'],
  imageUrl: ['imageurl', 'image', 'imagesrc', 'picture', 'bild'],
  description: ['description', 'bodyhtml', 'details', 'beschreibung'],
  displayName: ['name', 'displayname', 'offername', 'offer', 'title', 'bezeichnung'],
  basePrice: ['baseprice', 'price', 'unitprice', 'preis'],
  shipPrice: ['shippingprice', 'shipprice', 'shipping', 'versand'],
  minPrice: ['minprice', 'minimumprice', 'mindestpreis'],
  maxPrice: ['maxprice', 'maximumprice', 'höchstpreis'],
  maxQuantity: ['maxquantity', 'maximumquantity', 'maxqty', 'höchstmenge'],
  quantity: ['quantity', 'quantityavailable', 'qty', 'available', 'menge'],
  order: ['order', 'ordernumber', 'orderno', 'orderid', 'reference', 'bestellung', 'bestellnummer'],
  carrier: ['carrier', 'shippingcarrier', 'shipper', 'courier', 'shippingcompany', 'versender'],
  trackingNumber: ['trackingnumber', 'tracking', 'trackingno', 'trackingcode', 'trackingid', 'awb', 'sendungsnummer'],
  email: ['email', 'emailaddress', 'mail', 'customeremail'],
  firstName: ['firstname', 'givenname', 'billingfirstname', 'shipfirstname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'billinglastname', 'shiplastname', 'nachname'],
  phone: ['phone', 'phonenumber', 'telephone', 'mobile', 'defaultaddressphone', 'telefon'],
  address1: [
    'address1',
    'shipaddress1',
    'shippingaddress1',
    'defaultaddressaddress1',
    'address',
    'street',
    'strasse',
    'straße',
    'shippingstreet',
  ],
  address2: ['address2', 'shipaddress2', 'shippingaddress2', 'defaultaddressaddress2'],
  city: ['city', 'shipcity', 'shippingcity', 'defaultaddresscity', 'town', 'ort', 'stadt'],
  state: [
    'state',
    'shipstate',
    'shippingstate',
    'defaultaddressprovincecode',
    'province',
    'region',
    'bundesland',
    'shippingprovince',
    'shippingstate',
  ],
  postalCode: [
    'postalcode',
    'shippostalcode',
    'shippingpostalcode',
    'defaultaddresszip',
    'zip',
    'zipcode',
    'postcode',
    'plz',
    'postleitzahl',
    'shippingzip',
  ],
  country: ['country', 'shipcountry', 'shippingcountry', 'defaultaddresscountrycode', 'countrycode', 'land'],
  note: ['note', 'notes', 'comment', 'notiz'],
  orderedAt: ['createdat', 'datecreated', 'orderedat', 'orderdate', 'date', 'bestelldatum', 'datum'],
  cancelledAt: ['cancelledat', 'canceledat', 'datecancelled', 'datecanceled', 'storniert'],
  paymentStatus: ['financialstatus', 'paymentstatus', 'orderstatus', 'zahlungsstatus'],
  paidAt: ['paidat', 'datepaid', 'paymentdate', 'bezahltam'],
  fulfillmentStatus: ['fulfillmentstatus', 'fulfilmentstatus', 'shippingstatus', 'versandstatus'],
  currency: ['currency', 'currencycode', 'währung'],
  subtotal: ['subtotal', 'ordersubtotal', 'zwischensumme'],
  discount: ['discountamount', 'discount', 'discountprice', 'totaldiscount', 'rabatt'],
  shippingTotal: [
    'shipping',
    'shippingtotal',
    'shippingprice',
    'shipprice',
    'totalshipping',
    'baseshipping',
    'versand',
  ],
  taxTotal: ['taxes', 'tax', 'taxtotal', 'salestax', 'totaltax', 'steuer', 'mwst'],
  total: ['total', 'totalamount', 'ordertotal', 'grandtotal', 'gesamt', 'gesamtbetrag'],
  refundedTotal: ['refundedamount', 'amountrefunded', 'refundedtotal', 'refunded', 'erstattet'],
  outstanding: ['outstandingbalance', 'outstanding', 'due'],
  itemSku: ['lineitemsku', 'productsku', 'itemsku', 'sku', 'variantsku', 'artikelnummer'],
  itemName: ['lineitemname', 'productname', 'itemname', 'product', 'title', 'bezeichnung'],
  itemQuantity: ['lineitemquantity', 'productqty', 'itemquantity', 'quantity', 'qty', 'menge'],
  itemPrice: ['lineitemprice', 'productprice', 'itemprice', 'unitprice', 'price', 'preis'],
  customerName: ['billingname', 'shippingname', 'customername', 'customer', 'kunde'],
}

/** What else a column is called in the files of one kind alone, such as the number of an order by Shopify. */
const ownNames: { [Resource in ImportResource]?: { [Column in ImportColumn]?: readonly string[] } } = {
  orders: { order: ['name'] },
}

/** What a column is called where its contents are read or shown. */
export const importLabels: Record<ImportColumn, string> = {
  sku: 'SKU',
  name: 'Name',
  category: 'Category',
  price: 'Price',
  stock: 'Stock',
  imageUrl: 'Image URL',
  description: 'Description',
  displayName: 'Name',
  basePrice: 'Base price',
  shipPrice: 'Shipping price',
  minPrice: 'Min price',
  maxPrice: 'Max price',
  maxQuantity: 'Max quantity',
  quantity: 'Quantity',
  order: 'Order',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  address1: 'Address line 1',
  address2: 'Address line 2',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
  note: 'Note',
  orderedAt: 'Date',
  cancelledAt: 'Cancelled',
  paymentStatus: 'Payment',
  paidAt: 'Paid at',
  fulfillmentStatus: 'Fulfilment',
  currency: 'Currency',
  subtotal: 'Subtotal',
  discount: 'Discount',
  shippingTotal: 'Shipping',
  taxTotal: 'Taxes',
  total: 'Total',
  refundedTotal: 'Refunded',
  outstanding: 'Outstanding',
  itemSku: 'Item SKU',
  itemName: 'Items',
  itemQuantity: 'Item quantity',
  itemPrice: 'Item price',
  customerName: 'Customer',
}

export const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Which column of a spreadsheet holds what: of two by one name the first one counts. */
export function columnsIn(header: readonly string[], resource: ImportResource): Partial<Record<ImportColumn, number>> {
  const found: Partial<Record<ImportColumn, number>> = {}
  const titles = header.map(plain)
  for (const column of importColumns[resource]) {
    const known = [...names[column], ...(ownNames[resource]?.[column] ?? [])]
    const at = known.map((name) => titles.indexOf(name)).find((index) => index >= 0)
    if (at !== undefined) found[column] = at
  }
  return found
}

const bySku = [{ columns: ['sku' as const], why: 'by which products are known' }]

/** The columns of which there must be one, for anything to be read, and why. */
const demanded: Record<ImportResource, readonly { columns: readonly ImportColumn[]; why: string }[]> = {
  products: bySku,
  offers: bySku,
  fulfilments: [
    { columns: ['order'], why: 'by which parcels are known' },
    { columns: ['trackingNumber'], why: 'which is what is assigned' },
  ],
  customers: [{ columns: ['email', 'phone'], why: 'by which customers are known' }],
  orders: [
    { columns: ['order'], why: 'by which orders are known' },
    { columns: ['orderedAt'], why: 'which says when they were placed' },
    { columns: ['email', 'phone'], why: 'by which customers are known' },
    { columns: ['itemName', 'itemSku'], why: 'which says what was sold' },
    { columns: ['itemPrice'], why: 'which says what it cost' },
    { columns: ['paymentStatus', 'paidAt'], why: 'which says what has been paid' },
  ],
}

/** Where a spreadsheet of orders comes from, by how it calls its columns. */
export function orderSourceOf(header: readonly string[]): OrderSource {
  const titles = new Set(header.map(plain))
  if (titles.has('lineitemname') && titles.has('financialstatus')) return 'shopify'
  return titles.has('orderid') && titles.has('emailaddress') ? 'checkoutChamp' : 'other'
}

/** What people call such a place. */
export const sourceNames: Record<OrderSource, string> = {
  shopify: 'Shopify',
  checkoutChamp: 'Checkout Champ',
  other: 'a spreadsheet',
}

/** Why nothing can be read from a spreadsheet with such a header; undefined when something can. */
export function headerProblem(header: readonly string[], resource: ImportResource): string | undefined {
  const titles = header.map((title) => title.trim()).filter((title) => title !== '')
  if (titles.length === 0) return 'There is nothing in the first line, which has to name the columns.'
  const found = columnsIn(titles, resource)
  const missing = demanded[resource].find(({ columns }) => columns.every((column) => found[column] === undefined))
  if (!missing) return undefined
  return `There is no column ${missing.columns.map((column) => importLabels[column]).join(' or ')}, ${missing.why}. The first line names ${titles.slice(0, 8).join(', ')}.`
}

const texts: ReadonlySet<ImportColumn> = new Set([
  'sku',
  'name',
  'category',
  'imageUrl',
  'description',
  'displayName',
  'order',
  'carrier',
  'trackingNumber',
  ...importColumns.customers,
  'orderedAt',
  'cancelledAt',
  'paymentStatus',
  'paidAt',
  'fulfillmentStatus',
  'currency',
  'customerName',
  ...itemColumns,
])
const isNumber = (column: ImportColumn) => !texts.has(column)

/** Of a number what surrounds it in a spreadsheet, such as a currency. */
export const bare = (text: string) =>
  text.replaceAll(/^(?:[A-Z]{3}|\p{Sc})\s*|(?<!\s)\s*(?:[A-Z]{3}|\p{Sc})$/gu, '').trim()

/** What is typed into the cells of a line, by column; an empty text where there is nothing. */
export function typedIn<Resource extends ImportResource>(resource: Resource, cells: ImportCells) {
  const typed = importColumns[resource].map((column) => {
    const text = undefused((cells[column] ?? '').trim())
    return [column, isNumber(column) ? bare(text) : text]
  })
  // The names are those of its columns.
  return Object.fromEntries(typed) as Record<(typeof importColumns)[Resource][number], string>
}

type ByColumn = { [Column in ImportColumn]?: string | undefined }

/** What is wrong with a line, in the order of its columns, from the messages of a form. */
export const problemsIn = (resource: ImportResource, typed: ByColumn, errors: ByColumn): ImportProblem[] =>
  importColumns[resource].flatMap((field: ImportColumn): ImportProblem[] => {
    const message = errors[field]
    if (message === undefined) return []
    return [{ field, message: isNumber(field) && typed[field]?.startsWith('=') ? aFormula : message }]
  })
export const aFormula = 'This is a formula. Only its result can be read: paste the values.'

/** What a line would do, but for the other lines of its import. */
export interface JudgedCells {
  fields: ImportFields
  problems: ImportProblem[]
  changes: ImportChange[]
}

/** From what to what a line changes a record. */
export const changesIn = (resource: ImportResource, record: object, fields: Partial<ImportFields>): ImportChange[] => {
  const now: { [Column in ImportColumn]?: string | number | null } = record
  return importColumns[resource].flatMap((field: ImportColumn): ImportChange[] => {
    const to = fields[field]
    const from = now[field] ?? null
    return field === 'sku' || to === undefined || to === from ? [] : [{ field, from, to }]
  })
}
