// The list of each resource that can be searched, by its name.
export { offerList as offers } from './offers'
export { productList as products } from './products'
export { campaignList as campaigns } from './campaigns'
export { customerList as customers } from './customers'
export { orderList as orders } from './orders'
export { orderLineList as orderLines } from './orderLines'
export { fulfilmentList as fulfillments } from './fulfilments'
export { transactionList as transactions } from './transactions'
