import { Admin, DataTable, type DataProvider, List, Resource } from 'react-admin'
import { createRoot } from 'react-dom/client'

const offers = Array.from({ length: 1_000 }, (_, index) => ({
  id: index + 1,
  displayName: `Offer ${index + 1}`,
  product: `Product ${index % 40}`,
  campaign: `Campaign ${index % 12}`,
  gateway: index % 3 === 0 ? 'Stripe' : 'Adyen',
  basePrice: 10 + (index % 900) / 10,
  quantity: index % 50,
  sold: index % 7,
  isActive: index % 5 !== 0,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
}))

const unused = () => Promise.reject(new Error('the list never asks for this'))

/** Rows that are there at once: no server, no network, which is the best that a list can hope for. */
const dataProvider: DataProvider = {
  getList: async (_resource, { pagination: { page, perPage } = { page: 1, perPage: 10 } }) => ({
    data: offers.slice((page - 1) * perPage, page * perPage),
    total: offers.length,
  }),
  getOne: unused,
  getMany: unused,
  getManyReference: unused,
  create: unused,
  update: unused,
  updateMany: unused,
  delete: unused,
  deleteMany: unused,
}

const OfferList = () => (
  <List>
    <DataTable>
      <DataTable.NumberCol source="id" />
      <DataTable.Col source="displayName" />
      <DataTable.Col source="product" />
      <DataTable.Col source="campaign" />
      <DataTable.Col source="gateway" />
      <DataTable.NumberCol source="basePrice" options={{ style: 'currency', currency: 'USD' }} />
      <DataTable.NumberCol source="quantity" />
      <DataTable.NumberCol source="sold" />
      <DataTable.Col source="isActive" render={({ isActive }) => (isActive ? 'Active' : 'Inactive')} />
      <DataTable.Col source="createdAt" render={({ createdAt }) => createdAt.toLocaleDateString('en-US')} />
    </DataTable>
  </List>
)

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} disableTelemetry>
    <Resource name="offers" list={OfferList} />
  </Admin>,
)
