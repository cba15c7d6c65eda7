import { Link } from '@tanstack/react-router'
import { type Product, productName } from '../../../contract/products'
import { Row } from '../../components/base/Row'
import { ProductPicture } from './ProductPicture'

/** A product's name with its picture, as the way to its panel over the list as it is (GE-03). */
export function ProductLink({ product }: { product: Product }) {
  return (
    <Row gap="sm" wrap={false}>
      <ProductPicture src={product.imageUrl} />
      <Link
        to="/products"
        search={(before) => ({ ...before, action: 'view', productId: product.id, tab: undefined })}
        resetScroll={false}
      >
        {productName(product)}
      </Link>
    </Row>
  )
}
