-- A webhook names its gateway by the id alone, which may be chosen by whoever sets the gateway up (GW-01).
CREATE UNIQUE INDEX gateway_instances_id ON gateway_instances (id);
